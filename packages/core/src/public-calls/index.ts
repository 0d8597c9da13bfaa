/*
 * Calls to URLs that customers give: the only place that makes them. Owns nothing.
 * Invariant: it connects only to public addresses, whenever a name is resolved; on a developer's machine also to one local prefix.
 * Records nothing: the caller stores the outcome.
 */
import { lookup } from "node:dns/promises";
import { request as requestPlainly, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";
import { isIP } from "node:net";
import { addressProblem, hostOf, isLocalPlace, isLoopback, isPublicAddress } from "./address.ts";

export { addressProblem } from "./address.ts";

/** A request to a URL that a customer gave. */
export interface PublicCall {
  /** POST, unless said otherwise. */
  readonly method?: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string | Uint8Array;
}

/** Why there was no answer. For `refused`, no connection was ever made. */
export type NoAnswer = "refused" | "unresolved" | "unreached" | "tls" | "timeout" | "broken";

export type CallOutcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** The beginning of the body. */
      readonly body: string;
      readonly isCut: boolean;
    }
  | { readonly kind: "unanswered"; readonly reason: NoAnswer };

export interface CallLimits {
  readonly connectMs: number;
  readonly wholeMs: number;
  /** How much of an answer is read; `keptBytes` of it are returned. */
  readonly readBytes: number;
  readonly keptBytes: number;
}
const usualLimits: CallLimits = { connectMs: 5_000, wholeMs: 15_000, readBytes: 65_536, keptBytes: 4_096 };
/** At most this many addresses of a name are tried. */
const maxAddresses = 3;

/** Returns the addresses of a name, as the system resolves it. */
export type Resolve = (host: string) => Promise<readonly string[]>;
const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Calls a URL that a customer gave, and connects only to the public internet. A name is resolved once; every address it resolves to must be public, and the
 * connection goes to an address that was checked, so a name that resolves differently a moment later gains nothing. Redirects are returned, not followed.
 * Each connection serves one call.
 * @param place prefix of the URLs on this machine that may be called; none in the cloud
 */
export async function callPublicly(
  call: PublicCall,
  place: string | undefined,
  { resolve = resolveByDns, limits = usualLimits }: { readonly resolve?: Resolve; readonly limits?: CallLimits } = {},
): Promise<CallOutcome> {
  const endsAt = performance.now() + limits.wholeMs;
  if (addressProblem(call.url, place) !== undefined) return unanswered("refused");
  const url = new URL(call.url);
  const isAllowed = isLocalPlace(url, place) ? isLoopback : isPublicAddress;
  const addresses = await addressesOf(hostOf(url), resolve, limits.connectMs);
  if (addresses === undefined) return unanswered("timeout");
  if (addresses.length === 0) return unanswered("unresolved");
  if (!addresses.every(isAllowed)) return unanswered("refused");
  let outcome: CallOutcome = unanswered("unreached");
  for (const address of addresses.slice(0, maxAddresses)) {
    outcome = await callAt(address, url, call, limits, endsAt);
    // Another address is safe to try only if no connection was made: otherwise the request may have been read.
    if (outcome.kind === "answered" || outcome.reason !== "unreached") break;
  }
  return outcome;
}

const unanswered = (reason: NoAnswer) => ({ kind: "unanswered", reason }) as const;

/** IPv4 first: Lambda has no outbound IPv6. Undefined if the resolver takes too long. */
async function addressesOf(host: string, resolve: Resolve, withinMs: number): Promise<readonly string[] | undefined> {
  if (isIP(host) !== 0) return [host];
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => giveUp(undefined), withinMs);
  try {
    const found = await Promise.race([resolve(host), late]);
    return found?.toSorted((a, b) => isIP(a) - isIP(b));
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function callAt(
  address: string,
  url: URL,
  { method = "POST", headers, body }: PublicCall,
  limits: CallLimits,
  endsAt: number,
): Promise<CallOutcome> {
  const leftMs = () => Math.max(0, endsAt - performance.now());
  const isTls = url.protocol === "https:";
  const name = hostOf(url);
  return new Promise((settle) => {
    const options = {
      method,
      // The checked address, not the name: nothing is resolved a second time.
      host: address,
      port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, ...lengthOf(method, body), connection: "close" },
      agent: false,
    } as const;
    const sent = isTls
      ? requestByTls({ ...options, ...(isIP(name) === 0 ? { servername: name } : {}) })
      : requestPlainly(options);
    let isConnected = false;
    const end = (outcome: CallOutcome): void => {
      clearTimeout(connecting);
      clearTimeout(whole);
      settle(outcome);
      sent.destroy();
    };
    const connecting = setTimeout(() => end(unanswered("unreached")), limits.connectMs);
    const whole = setTimeout(() => end(unanswered("timeout")), leftMs());
    sent.once("socket", (socket) => {
      socket.once(isTls ? "secureConnect" : "connect", () => {
        isConnected = true;
        clearTimeout(connecting);
      });
      // A certificate that does not match the name gets its own reason, which helps whoever looks for the cause.
      if (isTls) socket.once("connect", () => (isConnected = true));
    });
    sent.once("error", (error) => end(unanswered(isTlsFailure(error) ? "tls" : isConnected ? "broken" : "unreached")));
    sent.once("response", (response) => {
      clearTimeout(whole);
      const rest = setTimeout(() => response.destroy(), leftMs());
      void readBeginning(response, limits).then(({ bytes, isCut }) => {
        clearTimeout(rest);
        const text = bytes.toString("utf8");
        end({ kind: "answered", status: response.statusCode ?? 0, headers: response.headers, body: text, isCut });
      });
    });
    sent.end(body);
  });
}

/** RFC 9110, section 8.6: what has no body by its meaning announces none. */
const lengthOf = (method: string, body: string | Uint8Array): Record<string, string> =>
  body.length === 0 && (method === "GET" || method === "DELETE") ? {} : { "content-length": String(Buffer.byteLength(body)) };

const isTlsFailure = (error: NodeJS.ErrnoException): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(error.code ?? "");

/** The beginning of an answer. If the answer breaks off, it is returned as cut: its status has arrived, and that is what counts. */
async function readBeginning(
  response: IncomingMessage,
  { readBytes, keptBytes }: CallLimits,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isWhole = true;
  try {
    for await (const chunk of response) {
      const part = Buffer.from(chunk);
      if (bytes < keptBytes) chunks.push(part.subarray(0, keptBytes - bytes));
      bytes += part.length;
      if (bytes > readBytes) break;
    }
  } catch {
    isWhole = false;
  }
  return { bytes: Buffer.concat(chunks), isCut: !isWhole || bytes > keptBytes };
}
