import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { Once } from "../kernel/once.ts";
import { keyedRequestEntity } from "./entity.ts";
import { epochSeconds } from "../kernel/clock.ts";

/** Time for which a client can retry with the same key. */
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
 * Runs the request, or returns the answer it had: of requests with one key by one caller, one runs. Where its outcome is unknown (a failure of ours, a process
 * that died), the next one with the key runs again with the same `Once`, so that what was done is not done twice. Throws UNPROCESSABLE_CONTENT when the key was
 * used with another request, CONFLICT while the first still runs.
 * @param request what makes two requests equal: method, path and body
 */
export async function onceByKey(
  { orgId, caller, key, request }: { orgId: OrgId; caller: string; key: string; request: readonly string[] },
  clock: Clock,
  run: (once: Once) => Promise<KeptAnswer>,
): Promise<KeptAnswer & { readonly isReplay: boolean }> {
  const id = { orgId, caller, key: hashOf(key) };
  const requestHash = hashOf(...request);
  const [firstAt, now] = [clock.now(), epochSeconds(clock.now())];
  try {
    await keyedRequestEntity()
      .put({ ...id, requestHash, firstAt, startedAt: now, expiresAt: now + keptSeconds })
      // The table's time to live deletes late.
      .where((attribute, { notExists, lt }) => `${notExists(attribute.key)} OR ${lt(attribute.expiresAt, now)}`)
      .go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
    const before = await earlier(id, requestHash, now);
    return "firstAt" in before ? attempt(id, before.firstAt, run) : before;
  }
  return attempt(id, firstAt, run);
}

type Id = { readonly orgId: OrgId; readonly caller: string; readonly key: string };

async function attempt(id: Id, firstAt: number, run: (once: Once) => Promise<KeptAnswer>) {
  try {
    const answer = await run(new Once(hashOf(id.caller, id.key), firstAt));
    // Whoever asks again after the time that they were given is not answered from before it.
    if (answer.status >= 500 || answer.status === 429) await release(id);
    else await keep(id, answer);
    return { ...answer, isReplay: false };
  } catch (error) {
    await release(id);
    throw error;
  }
}

/** Lets the next request with the key run at once. If that cannot be stored either, it may when this one is too old to be running. */
const release = (id: Id): Promise<unknown> =>
  keyedRequestEntity()
    .patch(id)
    .set({ startedAt: 0 })
    .go()
    .catch(() => undefined);

async function keep(id: Id, { status, body }: KeptAnswer): Promise<void> {
  const packed = deflateRawSync(body);
  await keyedRequestEntity()
    .patch(id)
    .set({ status, ...(packed.length <= maxBodyBytes ? { body: packed } : {}) })
    .go();
}

/** The answer to the earlier request, or when that was, if it is this one's turn to run. */
async function earlier(
  id: Id,
  requestHash: string,
  now: number,
): Promise<(KeptAnswer & { readonly isReplay: boolean }) | { readonly firstAt: number }> {
  const { data } = await keyedRequestEntity().get(id).go({ consistent: true });
  if (!data) throw running();
  if (data.requestHash !== requestHash)
    throw new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "api.idempotencyOtherRequest" });
  if (data.status === undefined) {
    if (now - data.startedAt < runningSeconds || !(await claim(id, data.startedAt, now))) throw running();
    return { firstAt: data.firstAt };
  }
  if (!(data.body instanceof Uint8Array)) throw new KartisError("CONFLICT", { messageKey: "api.idempotencyTooLarge" });
  return { status: data.status, body: inflateRawSync(data.body).toString("utf8"), isReplay: true };
}

const running = () => new KartisError("CONFLICT", { messageKey: "api.idempotencyRunning" });

/** Of several simultaneous retries, one runs. */
async function claim(id: Id, startedAt: number, now: number): Promise<boolean> {
  try {
    await keyedRequestEntity()
      .patch(id)
      .set({ startedAt: now })
      .where((attribute, { eq, notExists }) => `${eq(attribute.startedAt, startedAt)} AND ${notExists(attribute.status)}`)
      .go();
    return true;
  } catch (error) {
    if (isFailedCondition(error)) return false;
    throw error;
  }
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
