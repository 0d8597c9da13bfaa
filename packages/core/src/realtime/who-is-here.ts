import { setTimeout as delay } from "node:timers/promises";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { findOrganization } from "../organizations/index.ts";
import { planState } from "../plans/plans.ts";
import { presenceClaimEntity } from "./entity.ts";
import { connectionsOf } from "./index.ts";
import { broadcast } from "./broadcast.ts";

/** Arrivals and departures within this time are sent together. */
const gatherMilliseconds = 1_000;
/** A function that died while collecting holds up the next one for no longer. */
const claimMilliseconds = 10_000;

/**
 * Sends the list of people online to the organization's open browsers in one message, so that none of them has to ask. Of calls within a second one sends for
 * all: a hundred people who come at nine cost a hundred messages a second, not ten thousand. Does nothing if the plan has no live presence.
 * @param gather resolves when enough has been collected
 */
export async function sendWhoIsHere(
  orgId: OrgId,
  clock: Clock,
  gather: () => Promise<unknown> = () => delay(gatherMilliseconds),
): Promise<void> {
  const claimId = await claim(orgId, clock);
  // The claim is released before reading who is online, so that read sees what was written before this.
  if (!claimId) return;
  await gather();
  await release(orgId, claimId);
  const [connections, isInPlan] = await Promise.all([connectionsOf(orgId, clock, { consistent: true }), hasPresence(orgId)]);
  if (!isInPlan || connections.length === 0) return;
  const since = (connection: (typeof connections)[number]) => connection.movedAt ?? connection.connectedAt;
  const here = connections.toSorted((a, b) => since(b).localeCompare(since(a))).map(({ userId }) => userId);
  const listening = new Set(connections.map(({ connectionId }) => connectionId));
  await broadcast(listening, { kind: "presence", userIds: [...new Set(here)] }, clock);
}

async function hasPresence(orgId: OrgId): Promise<boolean> {
  const organization = await findOrganization(orgId);
  if (!organization) return false;
  const { type, endsAt } = organization.plan;
  return planState(type, endsAt).capabilities.includes("livePresence");
}

/** @returns undefined when another process has it */
async function claim(orgId: OrgId, clock: Clock): Promise<string | undefined> {
  const claimId = newId("req");
  const [now, until] = [clock.now(), clock.now() + claimMilliseconds];
  try {
    await presenceClaimEntity()
      .put({ orgId, kind: "telling", claimId, until, expiresAt: Math.ceil(until / 1000) })
      .where((attribute, { notExists, lt }) => `${notExists(attribute.until)} OR ${lt(attribute.until, now)}`)
      .go();
    return claimId;
  } catch (error) {
    if (isFailedCondition(error)) return undefined;
    throw error;
  }
}

async function release(orgId: OrgId, claimId: string): Promise<void> {
  try {
    await presenceClaimEntity()
      .remove({ orgId, kind: "telling" })
      .where((attribute, { eq }) => eq(attribute.claimId, claimId))
      .go();
  } catch (error) {
    // It took too long, and another has it now.
    if (!isFailedCondition(error)) throw error;
  }
}
