import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { commit, put, remove, update, type Write } from "../data/commit.ts";
import { findRecord } from "../data/journal-entity.ts";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { env, findEnv } from "../kernel/env.ts";
import { callPublicly, type CallOutcome } from "../public-http/index.ts";
import { nextAttemptAt } from "./back-off.ts";
import { webhooksContext } from "./context.ts";
import { type Endpoint, secretsOf } from "./endpoints.ts";
import { deliveryEntity, shardOf, waitingEntity } from "./entity.ts";
import { expiry } from "./messages.ts";
import { bodyOf, type Reads } from "./payload.ts";
import type { DeliveryAnswer, DeliveryFailure } from "./schema.ts";
import { signedHeaders } from "./secret.ts";

/** Calls an endpoint; tests inject their own. */
export type Call = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<CallOutcome>;

/** Over the internet; on a developer's machine also to the local receiver. */
export const callEndpoint: Call = (url, headers, body) => callPublicly({ url, headers, body }, findEnv("WEBHOOKS_LOCAL"));

/** One request and its outcome. */
export interface Sent {
  readonly at: string;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number | undefined;
  /** Undefined for a success. */
  readonly reason: DeliveryFailure | undefined;
  readonly answer: DeliveryAnswer | undefined;
}

/** Signs the body and sends it. Never throws: any failure is part of the outcome. */
export async function send(endpoint: Endpoint, messageId: string, body: string, clock: Clock, call: Call): Promise<Sent> {
  const at = instant(clock);
  const signed = { id: messageId, timestamp: epochSeconds(clock.now()), body };
  const requestHeaders = {
    "content-type": "application/json",
    "user-agent": `Kartis-Webhooks (+${env("PUBLIC_ORIGIN")})`,
    ...signedHeaders(signed, secretsOf(endpoint, clock)),
  };
  const began = performance.now();
  const outcome = await call(endpoint.url, requestHeaders, body);
  const durationMs = Math.round(performance.now() - began);
  if (outcome.kind === "unanswered")
    return { at, durationMs, requestHeaders, status: undefined, reason: outcome.reason, answer: undefined };
  const { status, headers, body: text, isCut } = outcome;
  return {
    at,
    durationMs,
    requestHeaders,
    status,
    reason: failureOf(status),
    answer: { headers: shownHeaders(headers), body: text, isCut },
  };
}

/** Any 2xx is a success. A redirect is a failure: the owner has to correct the address. */
const failureOf = (status: number): DeliveryFailure | undefined =>
  status >= 200 && status < 300 ? undefined : status >= 300 && status < 400 ? "redirect" : "status";

const [mostHeaders, longestHeader] = [40, 500];
const shownHeaders = (headers: Extract<CallOutcome, { kind: "answered" }>["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, mostHeaders)
      .map(([name, value]) => [name, String(value).slice(0, longestHeader)]),
  );

/** Statuses that mean that the endpoint, not the message, has a problem. */
const unavailable: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const isUnreached = ({ status, reason }: Sent): boolean => (status === undefined ? reason !== "lost" : unavailable.has(status));

/** The delivery's attributes after its latest attempt. */
export const attemptValues = ({ at, durationMs, requestHeaders, status, reason, answer }: Sent) => ({
  lastAt: at,
  durationMs,
  requestHeaders,
  ...(status === undefined ? {} : { status }),
  ...(reason === undefined ? {} : { reason }),
  ...(answer === undefined ? {} : { answer }),
});

/** Attributes of an earlier attempt that this attempt clears. */
const stale = ({ status, reason, answer }: Sent) => [
  ...(status === undefined ? (["status"] as const) : []),
  ...(reason === undefined ? (["reason"] as const) : []),
  ...(answer === undefined ? (["answer"] as const) : []),
];

export const packed = (body: string): Uint8Array => zstdCompressSync(Buffer.from(body));
export const unpacked = (body: unknown): string | undefined =>
  body instanceof Uint8Array ? zstdDecompressSync(body).toString("utf8") : undefined;

/** A pending message, as it is stored. */
export interface Waiting {
  readonly subjectId: string;
  readonly order: string;
  readonly messageId: string;
  readonly dueAt: number;
  readonly firstAt?: number | undefined;
  readonly attempts: number;
  readonly triedAt?: number | undefined;
  readonly isUnreached?: boolean | undefined;
}

/** `settled`: delivered, given up or gone. Otherwise it is due again later. */
export type Attempted =
  | { readonly kind: "settled"; readonly sent?: Sent }
  | { readonly kind: "waits"; readonly dueAt: number; readonly sent: Sent };

/**
 * Makes one attempt at a pending message and stores its outcome. If the process dies in between, or the table's answer is lost, it is sent again under the same id.
 */
export async function attempt(
  endpoint: Endpoint,
  waiting: Waiting,
  { clock, reads, call }: { readonly clock: Clock; readonly reads: Reads; readonly call: Call },
): Promise<Attempted> {
  const { orgId, endpointId } = endpoint;
  const { messageId, subjectId, order } = waiting;
  const of = { orgId, shard: shardOf(endpointId), endpointId };
  const { data: delivery } = await deliveryEntity()
    .get({ ...of, messageId })
    .go({ consistent: true });
  const known = unpacked(delivery?.body);
  const builtAt = instant(clock);
  const record = known === undefined && delivery?.recordId ? await findRecord(orgId, delivery.recordId) : undefined;
  const body = known ?? (record && delivery ? await bodyOf(delivery.event, record, delivery.change ?? 0, reads) : undefined);
  const now = clock.now();
  const sent = body === undefined ? undefined : await send(endpoint, messageId, body, clock, call);
  const firstAt = waiting.firstAt ?? now;
  const attempts = waiting.attempts + (sent ? 1 : 0);
  const dueAt = sent?.reason === undefined ? undefined : nextAttemptAt(attempts, firstAt, now);
  const state = sent && sent.reason === undefined ? "delivered" : dueAt === undefined ? "failed" : "waiting";
  await commit(webhooksContext(orgId, clock), async () => {
    const { data: current } = await waitingEntity()
      .get({ ...of, subjectId, order, messageId })
      .go({ consistent: true });
    // It was removed with its endpoint, or another run attempted it and finished first.
    if (!current || current.attempts !== waiting.attempts) return { writes: [], records: [], result: undefined };
    const next =
      dueAt === undefined
        ? remove(
            waitingEntity()
              .delete({ ...of, subjectId, order, messageId })
              .where((attribute, { eq }) => eq(attribute.attempts, waiting.attempts))
              .params(),
            "stale",
          )
        : put(
            waitingEntity()
              .put({
                ...of,
                subjectId,
                order,
                messageId,
                dueAt,
                firstAt,
                attempts,
                triedAt: now,
                isUnreached: sent !== undefined && isUnreached(sent),
                expiresAt: expiry(clock),
              })
              .where((attribute, { eq }) => eq(attribute.attempts, waiting.attempts))
              .params(),
            "stale",
          );
    const isKept = known !== undefined || (await isUntouched(endpoint, delivery?.recordId, delivery?.change));
    const log = delivery
      ? [logWrite(endpoint, messageId, state, sent, isKept && known === undefined ? body : undefined, builtAt)]
      : [];
    return { writes: [next, ...log], records: [], result: undefined };
  });
  return state === "waiting" && dueAt !== undefined && sent
    ? { kind: "waits", dueAt, sent }
    : { kind: "settled", ...(sent ? { sent } : {}) };
}

/** Whether the record still has its values: those of an erased person must not enter the log, even if they were read before the erasure. */
async function isUntouched({ orgId }: Endpoint, recordId: string | undefined, change = 0): Promise<boolean> {
  const record = recordId ? await findRecord(orgId, recordId) : undefined;
  return record?.changes[change] !== undefined && record.changes[change].erased !== true;
}

function logWrite(
  { orgId, endpointId }: Endpoint,
  messageId: string,
  state: "waiting" | "delivered" | "failed",
  sent: Sent | undefined,
  body: string | undefined,
  builtAt: string,
): Write {
  const patch = deliveryEntity().patch({ orgId, shard: shardOf(endpointId), endpointId, messageId });
  const values = sent ? attemptValues(sent) : { reason: "lost" as const };
  const kept = body === undefined ? {} : { body: packed(body), bodyAt: builtAt };
  const set = patch.set({ state, ...values, ...kept });
  const counted = sent ? set.add({ attempts: 1 }).remove(stale(sent)) : set;
  return update(counted.params(), "stale");
}
