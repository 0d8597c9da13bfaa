/*
 * Calls to URLs that customers supply; all such calls are made here. Owns nothing.
 * Invariant: connects only to public addresses, checked after name resolution; on a development machine also to one local prefix.
 * Records nothing: the caller stores the outcome.
 */
import { lookup } from "node:dns/promises";
import { request as requestPlainly, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";
import { isIP } from "node:net";
import { addressProblem, hostOf, isUnderLocalPrefix, isLoopback, isPublicAddress } from "./address.ts";

export { addressProblem } from "./address.ts";

/** A request to a URL supplied by a customer. */
export interface PublicCall {
  /** POST by default. */
  readonly method?: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string | Uint8Array;
}

/** Why there was no response. `refused`: the URL or its addresses are not allowed, and no connection was made. */
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
  /** Bytes of a response that are read at most; `keptBytes` of them are returned. */
  readonly readBytes: number;
  readonly keptBytes: number;
}
const usualLimits: CallLimits = { connectMs: 5_000, wholeMs: 15_000, readBytes: 65_536, keptBytes: 4_096 };
/** Addresses of a name that are tried at most. */
const maxAddresses = 3;

/** Resolves a name to its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;
const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Calls a URL supplied by a customer, connecting only to the public internet. The name is resolved once, all of its addresses must be public, and the connection
 * is made to a checked address, which defeats DNS rebinding. Redirects are returned, not followed. Connections are not reused.
 * @param localPrefix prefix of the URLs on this machine that may be called; none in the cloud
 */
export async function callPublicly(
  call: PublicCall,
  localPrefix: string | undefined,
  { resolve = resolveByDns, limits: given }: { readonly resolve?: Resolve; readonly limits?: Partial<CallLimits> } = {},
): Promise<CallOutcome> {
  const limits = { ...usualLimits, ...given };
  const endsAt = performance.now() + limits.wholeMs;
  if (addressProblem(call.url, localPrefix) !== undefined) return unanswered("refused");
  const url = new URL(call.url);
  const isAllowed = isUnderLocalPrefix(url, localPrefix) ? isLoopback : isPublicAddress;
  const addresses = await addressesOf(hostOf(url), resolve, limits.connectMs);
  if (addresses === undefined) return unanswered("timeout");
  if (addresses.length === 0) return unanswered("unresolved");
  if (!addresses.every(isAllowed)) return unanswered("refused");
  let outcome: CallOutcome = unanswered("unreached");
  for (const address of addresses.slice(0, maxAddresses)) {
    outcome = await callAt(address, url, call, limits, endsAt);
    // Another address is tried only if no connection was made; otherwise the request may have been received.
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
      // The checked address, so that the name is not resolved again.
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
      // Certificate problems get a reason of their own, which makes them easy to diagnose.
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

/** RFC 9110, section 8.6: no `content-length` for methods that do not define a body. */
const lengthOf = (method: string, body: string | Uint8Array): Record<string, string> =>
  body.length === 0 && (method === "GET" || method === "DELETE") ? {} : { "content-length": String(Buffer.byteLength(body)) };

const isTlsFailure = (error: NodeJS.ErrnoException): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(error.code ?? "");

/** The beginning of a response's body. A response that breaks off is returned as cut, because its status is what matters. */
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
