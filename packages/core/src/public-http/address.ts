import { BlockList, isIP } from "node:net";

/**
 * IPv4 ranges that calls must never reach, from the IANA special-purpose address registry (RFC 6890 and later): this host, private networks, carrier-grade NAT,
 * link-local (including cloud metadata services), documentation, benchmarks, multicast and reserved; plus Azure's metadata service, which has a public address.
 */
const refusedV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Exceptions within IPv6 global unicast: protocol assignments including Teredo, documentation, and 6to4, which embeds IPv4. */
const refusedV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const listOf = (ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const v4 = listOf(refusedV4, "ipv4");
const v6 = listOf(refusedV6, "ipv6");
/** All other IPv6 addresses are local, mapped, translated or unassigned. */
const globalV6 = listOf(["2000::/3"], "ipv6");
const loopback = { v4: listOf(["127.0.0.0/8"], "ipv4"), v6: listOf(["::1/128"], "ipv6") };

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !v4.check(address, "ipv4");
    case 6:
      return globalV6.check(address, "ipv6") && !v6.check(address, "ipv6");
    default:
      return false;
  }
}

/** Whether an IP address is this machine. */
export const isLoopback = (address: string): boolean =>
  isIP(address) === 4 ? loopback.v4.check(address, "ipv4") : isIP(address) === 6 && loopback.v6.check(address, "ipv6");

/** The host without the brackets of an IPv6 address, as `connect` expects it. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Whether the URL is under the local prefix, which may be called without TLS; only development machines have one. */
export const isUnderLocalPrefix = (url: URL, localPrefix: string | undefined): boolean =>
  localPrefix !== undefined &&
  (url.href === localPrefix || ["/", "?"].some((next) => url.href.startsWith(`${localPrefix}${next}`)));

/**
 * Why a customer's URL must not be called, judging by its text alone; undefined if it may. The URL parser normalizes decimal, octal and hexadecimal addresses. What
 * a host name resolves to is checked when the call is made (`callPublicly`).
 * @param localPrefix prefix of the URLs on this machine that may be called
 */
export function addressProblem(text: string, localPrefix: string | undefined): "invalid" | "notHttps" | "notPublic" | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return "invalid";
  if (url.username !== "" || url.password !== "" || url.hostname === "") return "invalid";
  if (isUnderLocalPrefix(url, localPrefix)) return undefined;
  if (url.protocol !== "https:") return "notHttps";
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : "notPublic";
  // Names without a dot, and names reserved for local networks (RFC 6761, RFC 6762, ICANN's .internal), are not on the public internet.
  return !host.replace(/\.$/, "").includes(".") || /\.(localhost|local|internal)\.?$/.test(host) ? "notPublic" : undefined;
}
