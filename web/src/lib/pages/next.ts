import { pathAfterSignIn } from "@kartis/core/identity/rules.ts";

/** Target after sign-in, from the sign-in page's search; undefined if there is none, or none that may be followed. */
export const nextOf = (search: Readonly<Record<string, unknown>>): string | undefined =>
  pathAfterSignIn(search["next"], location.origin);

/** The sign-in page's search for somebody who was on their way to `href`. */
export function searchFor(href: string): { next?: string } {
  const next = pathAfterSignIn(href, location.origin);
  return next === undefined || next === "/cards" ? {} : { next };
}
