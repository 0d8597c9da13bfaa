/*
 * Calls to addresses that customers give: the only place that makes them. Owns nothing.
 * Invariant: nothing is connected to that is not of the public internet, at whichever moment a name is resolved; but, on one's own machine, a place there.
 * Records nothing: whoever calls keeps what came of it.
 */
import { lookup } from "node:dns/promises";
import { request as requestPlainly, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";
import { isIP } from "node:net";
import { addressProblem, hostOf, isLocalPlace, isLoopback, isPublicAddress } from "./address.ts";

export { addressProblem } from "./address.ts";

/** A POST to an address that a customer has given. */
export interface PublicCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Why there was no answer. A refused one was never connected to. */
export type NoAnswer = "refused" | "unresolved" | "unreached" | "tls" | "timeout" | "broken";

export type CallOutcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** Its beginning. */
      readonly body: string;
      readonly isCut: boolean;
    }
  | { readonly kind: "unanswered"; readonly reason: NoAnswer };

export interface CallLimits {
  readonly connectMs: number;
  readonly wholeMs: number;
  /** Of an answer, this much is read, and this much kept. */
  readonly readBytes: number;
  readonly keptBytes: number;
}
const usualLimits: CallLimits = { connectMs: 5_000, wholeMs: 15_000, readBytes: 65_536, keptBytes: 4_096 };
/** Addresses of one name that are tried. */
const maxAddresses = 3;

/** The addresses of a name, as the system resolves it. */
export type Resolve = (host: string) => Promise<readonly string[]>;
const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Calls an address that a customer has given, and nothing that is not of the public internet. A name is resolved once; all that it leads to must be public, and
 * the connection is made to what was checked, so that a name which answers differently the next moment gains nothing. Redirects are an answer like another and
 * are not followed. The connection is used for one call alone.
 * @param place beginning of the addresses on this machine that may be called; none in the cloud
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
    // Only where nothing was connected to has nobody read the request.
    if (outcome.kind === "answered" || outcome.reason !== "unreached") break;
  }
  return outcome;
}

const unanswered = (reason: NoAnswer) => ({ kind: "unanswered", reason }) as const;

/** IPv4 first: Lambda has no way out for IPv6. Undefined if the answer takes too long. */
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
  { headers, body }: PublicCall,
  limits: CallLimits,
  endsAt: number,
): Promise<CallOutcome> {
  const leftMs = () => Math.max(0, endsAt - performance.now());
  const isTls = url.protocol === "https:";
  const name = hostOf(url);
  return new Promise((settle) => {
    const options = {
      method: "POST",
      // What was checked, not the name: nothing is resolved a second time.
      host: address,
      port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, "content-length": String(Buffer.byteLength(body)), connection: "close" },
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
      // A name that does not prove to be itself is an answer of its own to whoever looks for the reason.
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

const isTlsFailure = (error: NodeJS.ErrnoException): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(error.code ?? "");

/** The beginning of an answer. What breaks off is cut: its status has arrived, and is what counts. */
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
