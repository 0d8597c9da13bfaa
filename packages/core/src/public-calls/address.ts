import { BlockList, isIP } from "node:net";

/**
 * IPv4 ranges that our calls must never reach, by the IANA registry of special-purpose addresses (RFC 6890 and later): this host, private networks, carrier-grade
 * NAT, link-local with every cloud's metadata, documentation, benchmarks, multicast and reserved ranges; and Azure's metadata, which has a public address.
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
/** Ranges within IPv6's global unicast that lead elsewhere: protocol assignments with Teredo, documentation, and 6to4, which wraps IPv4. */
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

/** Whether the address, as digits, is on the public internet. */
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

/** Whether the address is this machine itself. */
export const isLoopback = (address: string): boolean =>
  isIP(address) === 4 ? loopback.v4.check(address, "ipv4") : isIP(address) === 6 && loopback.v6.check(address, "ipv6");

/** The host as `connect` takes it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Whether the URL is under the local prefix that may be called without TLS; no deployment in the cloud has one. */
export const isLocalPlace = (url: URL, place: string | undefined): boolean =>
  place !== undefined && (url.href === place || ["/", "?"].some((next) => url.href.startsWith(`${place}${next}`)));

/**
 * Why a customer's URL cannot be called, as far as its text shows: undefined if it can. The URL parser has already resolved decimal, octal and hexadecimal
 * forms of an address. What a name resolves to is only known when it is called (`callPublicly`).
 * @param place prefix of the URLs on this machine that may be called
 */
export function addressProblem(text: string, place: string | undefined): "invalid" | "notHttps" | "notPublic" | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return "invalid";
  if (url.username !== "" || url.password !== "" || url.hostname === "") return "invalid";
  if (isLocalPlace(url, place)) return undefined;
  if (url.protocol !== "https:") return "notHttps";
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : "notPublic";
  // Names without a dot, and names reserved for local networks (RFC 6761, RFC 6762, ICANN's .internal), do not exist on the internet.
  return !host.replace(/\.$/, "").includes(".") || /\.(localhost|local|internal)\.?$/.test(host) ? "notPublic" : undefined;
}
