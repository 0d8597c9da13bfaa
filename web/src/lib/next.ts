import { pathAfterSignIn } from "@kartis/core/identity/rules.ts";

/** Where to go after signing in, as the sign-in page's search says; undefined when it says nothing that may be followed. */
export const nextOf = (search: Readonly<Record<string, unknown>>): string | undefined =>
  pathAfterSignIn(search["next"], location.origin);

/** The sign-in page's search for somebody who was on their way to `href`. */
export function searchFor(href: string): { next?: string } {
  const next = pathAfterSignIn(href, location.origin);
  return next === undefined || next === "/cards" ? {} : { next };
}
