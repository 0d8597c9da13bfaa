import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { type IncomingClaim, incomingClaimEntity } from "./entity.ts";
import type { IntakeId } from "./schema.ts";

/** Longer than a card's creation takes; a process that died holds its claim until then. */
const claimMs = 30_000;
/** A burst of calls about one person takes turns here: the queue repeats a call only a few times. Below the Lambda's timeout. */
const patienceMs = 25_000;
const longestPauseMs = 400;

/**
 * Runs the work for a call of this webhook or form with this matching value while no other process works on one: two calls about a new customer that arrive together become
 * one card. Throws SERVICE_UNAVAILABLE if others have the claim for too long: the queue repeats the call.
 */
export async function claimed<T>(
  { orgId, id: webhookId }: { readonly orgId: OrgId; readonly id: IntakeId },
  value: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const key = createHash("sha256").update(value).digest("base64url");
  const own = { orgId, webhookId, key, holder: newId("req", clock.now()) };
  const began = performance.now();
  while (!(await claim(own, clock))) {
    if (performance.now() - began > patienceMs) throw new KartisError("SERVICE_UNAVAILABLE");
    await delay(Math.random() * longestPauseMs);
  }
  try {
    return await work();
  } finally {
    await release(own);
  }
}

type Own = Pick<IncomingClaim, "orgId" | "webhookId" | "key" | "holder">;

/** @returns false while another process has it */
async function claim(item: Own, clock: Clock): Promise<boolean> {
  const until = clock.now() + claimMs;
  try {
    await incomingClaimEntity()
      .put({ ...item, until, expiresAt: Math.ceil(until / 1_000) })
      .where((attribute, { notExists, lt }) => `${notExists(attribute.until)} OR ${lt(attribute.until, clock.now())}`)
      .go();
    return true;
  } catch (error) {
    if (isFailedCondition(error)) return false;
    throw error;
  }
}

/** Does nothing if the claim has run out, and another process has it. */
async function release({ holder, ...item }: Own): Promise<void> {
  try {
    await incomingClaimEntity()
      .delete(item)
      .where((attribute, { eq }) => eq(attribute.holder, holder))
      .go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
