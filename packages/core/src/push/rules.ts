/** More browsers than anybody works with; another takes the place of the oldest. */
export const maxBrowsers = 10;

/** The push services of Chrome and Edge, Firefox and Safari, and of Windows. A subscription that leads elsewhere would have our servers call whatever it names. */
const hosts: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

/** @param besides where the endpoints of another service begin, which may be without TLS: that of the local cloud. */
export function isPushService(endpoint: string, besides: string | undefined): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.username !== "" || url.password !== "") return false;
  if (besides !== undefined && url.href.startsWith(`${besides}/`)) return true;
  return url.protocol === "https:" && url.port === "" && hosts.some((host) => host.test(url.hostname));
}

/** Safari withdraws the right of whoever is notified and shows nothing, even if a page is in view. */
export const mustShow = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith(".apple.com");
