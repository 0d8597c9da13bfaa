import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { keyedRequestEntity } from "./entity.ts";

/** As long as a client may come back with the same key. */
const keptSeconds = 86_400;
/** Longer than a request can take: an older one without an answer has died. */
const runningSeconds = 60;
/** An item of DynamoDB holds 400 KB. */
const maxBodyBytes = 350_000;

export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

const hashOf = (...parts: readonly string[]) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/**
 * Runs the request, or returns the answer it had: of requests with one key by one caller, one runs. A failure of ours (5xx) is not stored, so that the client
 * may retry. Throws UNPROCESSABLE_CONTENT when the key was used with another request, CONFLICT while the first still runs and when it died without an answer
 * (nobody knows then what it did, so nothing repeats it).
 * @param request what makes two requests equal: method, path and body
 */
export async function onceByKey(
  { orgId, caller, key, request }: { orgId: OrgId; caller: string; key: string; request: readonly string[] },
  clock: Clock,
  run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer & { readonly isReplay: boolean }> {
  const id = { orgId, caller, key: hashOf(key) };
  const requestHash = hashOf(...request);
  const now = Math.floor(clock.now() / 1000);
  try {
    await keyedRequestEntity()
      .put({ ...id, requestHash, startedAt: now, expiresAt: now + keptSeconds })
      // The table's time to live deletes late.
      .where((attribute, { notExists, lt }) => `${notExists(attribute.key)} OR ${lt(attribute.expiresAt, now)}`)
      .go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
    return earlier(id, requestHash, now);
  }
  let answer: KeptAnswer;
  try {
    answer = await run();
  } catch (error) {
    await keyedRequestEntity().delete(id).go();
    throw error;
  }
  if (answer.status >= 500) await keyedRequestEntity().delete(id).go();
  else await keep(id, answer);
  return { ...answer, isReplay: false };
}

async function keep(id: { orgId: OrgId; caller: string; key: string }, { status, body }: KeptAnswer): Promise<void> {
  const packed = deflateRawSync(body);
  await keyedRequestEntity()
    .patch(id)
    .set({ status, ...(packed.length <= maxBodyBytes ? { body: packed } : {}) })
    .go();
}

async function earlier(
  id: { orgId: OrgId; caller: string; key: string },
  requestHash: string,
  now: number,
): Promise<KeptAnswer & { readonly isReplay: boolean }> {
  const { data } = await keyedRequestEntity().get(id).go({ consistent: true });
  if (!data) throw new KartisError("CONFLICT", { messageKey: "api.idempotencyRunning" });
  if (data.requestHash !== requestHash)
    throw new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "api.idempotencyOtherRequest" });
  if (data.status === undefined) {
    const isRunning = now - data.startedAt < runningSeconds;
    throw new KartisError("CONFLICT", { messageKey: isRunning ? "api.idempotencyRunning" : "api.idempotencyLost" });
  }
  if (!(data.body instanceof Uint8Array)) throw new KartisError("CONFLICT", { messageKey: "api.idempotencyTooLarge" });
  return { status: data.status, body: inflateRawSync(data.body).toString("utf8"), isReplay: true };
}

/** Deletes the answers to these callers' requests. The requests themselves stay on record, so that none is repeated. */
export async function forgetAnswers(orgId: OrgId, callers: Iterable<string>): Promise<void> {
  for (const caller of callers) {
    const { data } = await keyedRequestEntity()
      .query.main({ orgId, caller })
      .go({ consistent: true, pages: "all", attributes: ["key", "status"] });
    for (const { key, status } of data)
      if (status !== undefined) await keyedRequestEntity().patch({ orgId, caller, key }).remove(["body"]).go();
  }
}
