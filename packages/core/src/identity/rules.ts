/** Pages that are only for people who are not signed in. */
const entrances = /^\/(login|welcome)?$/;

/**
 * Where to go after signing in: `next` as a path of the site at `origin`, with its search and hash. Undefined for anything else, because a link that somebody
 * else made must not lead to another site (CWE-601).
 */
export function pathAfterSignIn(next: unknown, origin: string): string | undefined {
  if (typeof next !== "string" || next.length > 2_000 || !next.startsWith("/") || !URL.canParse(next, origin)) return undefined;
  const url = new URL(next, origin);
  if (url.origin !== origin || entrances.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
