import { commit, remove, systemContext } from "../../../data/commit.ts";
import { reportFailure } from "../../../data/consumer.ts";
import { type DueLane, dueLaneOf, duePages } from "../../../data/due-index.ts";
import { type Clock, epochSeconds } from "../../../kernel/clock.ts";
import { concurrently } from "../../../kernel/concurrently.ts";
import { type EffectId, isId, type OrgId } from "../../../kernel/id.ts";
import { type Effect, intentions, lapsing } from "../../../outbound/index.ts";
import { findOrganization } from "../../../organizations/index.ts";
import type { release } from "../../../sms/index.ts";
import { reminderSmsEntity } from "./entity.ts";
import { findPaid, replacing, returning } from "./payment.ts";

/** Longer than a queue keeps a message. */
const keptSeconds = 15 * 86_400;
const atOnce = 8;

/**
 * Lets an SMS that its effect was about to send wait for the sweep, and settles the effect; one that another process is calling stays with it. What it was paid
 * with before quiet hours began, when it could not be called, is given back: it is paid when it leaves.
 */
export async function holdReminderSms(
  effect: Effect,
  until: string,
  { clock, release: giveBack }: { readonly clock: Clock; readonly release: typeof release },
): Promise<void> {
  const { orgId, effectId, round, userId = "", payload } = effect;
  await commit(systemContext(orgId, "reminders", clock), async (at) => {
    const lapse = await lapsing(orgId, effectId, clock);
    if (!lapse) return { writes: [], records: [], result: undefined };
    const known = await findPaid(effect);
    const ledger = await returning(effect, known, at, giveBack);
    const waiting = {
      orgId,
      effectId,
      lane: dueLaneOf(effectId),
      waits: "sweep",
      dueAt: until,
      userId,
      payload,
      round,
      expiresAt: epochSeconds(Date.parse(until)) + keptSeconds,
    } as const;
    return { writes: [replacing(known, waiting), ...ledger, lapse], records: [], result: undefined };
  });
}

/**
 * Intends again the SMS whose quiet hours are over, for `runMs` at most; what is left, the next sweep finds. One that fails does not hold up the others.
 * @returns how many were intended, and how many failed
 */
export async function sweepReminderSms(clock: Clock, runMs: number): Promise<{ intended: number; failed: number }> {
  const endsAt = clock.now() + runMs;
  const outcome = { intended: 0, failed: 0 };
  const isOver = () => clock.now() >= endsAt;
  const due = (lane: DueLane, from: string, until: string) =>
    reminderSmsEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due)) {
    await concurrently(page, { atOnce, isOver }, async ({ orgId, effectId }) => {
      if (!isId("org", orgId) || !isId("eff", effectId)) return;
      try {
        if (await leave(orgId, effectId, clock)) outcome.intended++;
      } catch (error) {
        reportFailure(`reminder SMS of ${orgId}`, error);
        outcome.failed++;
      }
    });
    if (isOver()) break;
  }
  return outcome;
}

/** It does not wait any more, and its new effect is intended: one transaction, so it leaves once. That of an organization that was deleted does not leave. */
async function leave(orgId: OrgId, effectId: EffectId, clock: Clock): Promise<boolean> {
  const isKept = (await findOrganization(orgId)) !== undefined;
  const { result } = await commit(systemContext(orgId, "reminders", clock), async (at) => {
    const waiting = await findPaid({ orgId, effectId });
    const { userId, payload, waits, dueAt = at } = waiting ?? {};
    const activityId: unknown = Object(payload).activityId;
    if (waits !== "sweep" || dueAt > at || !isId("usr", userId) || !isId("act", activityId))
      return { writes: [], records: [], result: false };
    const gone = reminderSmsEntity()
      .delete({ orgId, effectId })
      .where((attribute, { eq }) => eq(attribute.waits, "sweep"));
    const subject = { kind: "activity", id: activityId } as const;
    const { writes, records } = isKept
      ? intentions(orgId, [{ purpose: "reminderSms", subject, userId, payload }], clock)
      : { writes: [], records: [] };
    return { writes: [remove(gone.params(), "stale"), ...writes], records, result: isKept };
  });
  return result;
}
