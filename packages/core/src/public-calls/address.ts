import { BlockList, isIP } from "node:net";

/**
 * IPv4 that no call of ours may reach, by the IANA registry of special-purpose addresses (RFC 6890 and later): this host, private networks, carrier-grade NAT,
 * link-local with every cloud's metadata, documentation, benchmarks, multicast and what is reserved; and Azure's metadata, which has a public address.
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
/** Parts of IPv6's global unicast that lead elsewhere: protocol assignments with Teredo, documentation, and 6to4, which wraps IPv4. */
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
/** Everything else of IPv6 is local, mapped, translated or not assigned. */
const globalV6 = listOf(["2000::/3"], "ipv6");
const loopback = { v4: listOf(["127.0.0.0/8"], "ipv4"), v6: listOf(["::1/128"], "ipv6") };

/** Whether the address, as digits, is one of the public internet. */
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

/** Whether the URL is at the place on this machine that calls may go to without TLS; it has none in the cloud. */
export const isLocalPlace = (url: URL, place: string | undefined): boolean =>
  place !== undefined && (url.href === place || ["/", "?"].some((next) => url.href.startsWith(`${place}${next}`)));

/**
 * Why an address that somebody gives cannot be called, as far as its text says: undefined if it can. The URL standard has read decimal, octal and hexadecimal
 * forms of an address as what they mean. What a name leads to is only known when it is called (`callPublicly`).
 * @param place beginning of the addresses on this machine that may be called
 */
export function addressProblem(text: string, place: string | undefined): "invalid" | "notHttps" | "notPublic" | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return "invalid";
  if (url.username !== "" || url.password !== "" || url.hostname === "") return "invalid";
  if (isLocalPlace(url, place)) return undefined;
  if (url.protocol !== "https:") return "notHttps";
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : "notPublic";
  // A name without a dot, and the names that are kept for local networks (RFC 6761, RFC 6762, ICANN's .internal), lead to none of the internet.
  return !host.replace(/\.$/, "").includes(".") || /\.(localhost|local|internal)\.?$/.test(host) ? "notPublic" : undefined;
}
