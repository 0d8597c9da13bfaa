import { createHash } from "node:crypto";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { incomingClaimEntity } from "./entity.ts";
import type { IntakeId } from "./schema.ts";

/** Longer than a card's creation takes; a process that died holds its claim until then. */
const claimMs = 30_000;

/**
 * Runs the work for a call of this webhook or form with this matching value while no other process works on one: two calls about a new customer that arrive together become
 * one card. Throws SERVICE_UNAVAILABLE while another has the claim: the queue repeats the call.
 */
export async function claimed<T>(
  { orgId, id: webhookId }: { readonly orgId: OrgId; readonly id: IntakeId },
  value: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const key = createHash("sha256").update(value.trim().toLowerCase()).digest("base64url");
  const until = clock.now() + claimMs;
  try {
    await incomingClaimEntity()
      .put({ orgId, webhookId, key, until, expiresAt: Math.ceil(until / 1_000) })
      .where((attribute, { notExists, lt }) => `${notExists(attribute.until)} OR ${lt(attribute.until, clock.now())}`)
      .go();
  } catch (error) {
    if (isFailedCondition(error)) throw new KartisError("SERVICE_UNAVAILABLE");
    throw error;
  }
  try {
    return await work();
  } finally {
    await incomingClaimEntity().delete({ orgId, webhookId, key }).go();
  }
}
