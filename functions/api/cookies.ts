import type { Cookie } from "@kartis/core/kernel/procedure.ts";

/**
 * With this name a browser takes a cookie only with Secure, from this very host and for all of it: neither a subdomain nor plain HTTP can plant one
 * (RFC 6265bis section 4.1.3.2). Only where the site is HTTPS, which it is everywhere but on one's own machine.
 */
const hostPrefix = (origin: string) => (origin.startsWith("https:") ? "__Host-" : "");

/** A Set-Cookie header for the site at `origin`. */
export function setCookieHeader({ name, value, maxAgeSeconds }: Cookie, origin: string): string {
  const prefix = hostPrefix(origin);
  return `${prefix}${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${prefix ? "; Secure" : ""}`;
}

/** The cookies of a request to `origin` (each `name=value`) by the names that `setCookieHeader` was given; others are not ours. */
export function readCookies(cookies: readonly string[], origin: string): Map<string, string> {
  const prefix = hostPrefix(origin);
  return new Map(
    cookies.flatMap((cookie) => {
      const at = cookie.indexOf("=");
      const name = cookie.slice(0, at).trim();
      if (at === -1 || !name.startsWith(prefix)) return [];
      return [[name.slice(prefix.length), cookie.slice(at + 1).trim()] as const];
    }),
  );
}
