import { check, commit, put, systemContext, type Write } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import { reportFailure } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { type EffectId, type OrgId } from "../kernel/id.ts";
import { effectEntity, type EffectItem } from "./entity.ts";
import { NoEffect } from "./failures.ts";
import { effectChange, openUntil, settledUntil } from "./intend.ts";
import type { PurposeName } from "./schema.ts";
import { isOpen, isSettled, stateAfter, type Transition } from "./states.ts";

/** An effect as its sender sees it. */
export type Effect = Readonly<EffectItem> & { readonly orgId: OrgId; readonly effectId: EffectId };

/** Carries out the effects of a purpose. */
export interface Purpose {
  /**
   * True if a second call is harmless: the provider, or the recipient, recognizes our key. If the answer is lost, the same call is then repeated with the same key;
   * otherwise a person decides.
   */
  readonly repeats: boolean;
  /**
   * Who handles a failure: the organization's administrators, who find it under their outgoing messages; or the platform, in which case its
   * message goes to the dead-letter queue, whose alarm notifies us.
   */
  readonly concerns: "organization" | "platform";
  /** Whether people see its success, which then gets a journal record like every visible change. */
  readonly isReported?: boolean;
  /** How long its process may run, where that is longer than usual. */
  readonly claimMs?: number;
  /** Reads what is needed and returns the call, which resolves to the provider's id; undefined if there is nothing left to do. */
  prepare(effect: Effect, clock: Clock): Promise<((key: string) => Promise<string>) | undefined>;
}
/** The purposes of one consumer. */
export type Purposes = Readonly<Partial<Record<PurposeName, Purpose>>>;

/** Longer than the calling Lambda may run: a process whose claim has expired is dead. */
const claimMs = 45_000;
/** Calls without effect before a person is asked. The queue's visibility time-out passes between two calls. */
const maxAttempts = 6;

/** The effect, strongly consistent. */
export async function findEffect(orgId: OrgId, effectId: EffectId): Promise<Effect | undefined> {
  const { data } = await effectEntity().get({ orgId, effectId }).go({ consistent: true });
  return data ? { ...data, orgId, effectId } : undefined;
}

/** The effect after the transition, as it is stored. Throws for one that its state does not allow. */
export function moved(
  effect: Effect,
  transition: Transition,
  clock: Clock,
  more: Partial<Pick<EffectItem, "claimedUntil" | "attempts" | "round" | "reference" | "reason">> = {},
): Effect {
  const state = stateAfter(transition, effect.state);
  const { claimedUntil: _, reason: __, payload, ...kept } = effect;
  return {
    ...kept,
    ...more,
    state,
    // The message may be delivered again, but a settled effect needs no payload.
    ...(isSettled(state) ? {} : { payload }),
    waits: isOpen(state) ? "person" : "nobody",
    version: effect.version + 1,
    changedAt: instant(clock),
    expiresAt: isSettled(state) ? settledUntil(clock) : openUntil(clock),
  };
}

/** Writes the effect over the version it is based on. */
export const effectWrite = (effect: Effect) =>
  effectEntity()
    .put(effect)
    .where((attribute, { eq }) => eq(attribute.version, effect.version - 1));

/** Transitions that people need not see have no record, like the progress of operations. @returns undefined if another process was first */
async function move(...of: Parameters<typeof moved>): Promise<Effect | undefined> {
  const next = moved(...of);
  try {
    await effectWrite(next).go();
    return next;
  } catch (error) {
    if (isFailedCondition(error)) return undefined;
    throw error;
  }
}

const recorded = {
  succeed: "effect.succeed",
  confirm: "effect.succeed",
  refuse: "effect.fail",
  bounce: "effect.fail",
  lose: "effect.lose",
} as const;

/** Moves the effect with a record, which refreshes open screens: to ask a person, or to report its success. */
async function report(
  effect: Effect,
  transition: keyof typeof recorded,
  clock: Clock,
  more: { readonly reference?: string; readonly reason?: string } = {},
): Promise<void> {
  const { orgId, effectId } = effect;
  const context = systemContext(orgId, "outbound", clock);
  await commit(context, async () => {
    const current = await findEffect(orgId, effectId);
    if (current?.version !== effect.version) return { writes: [], records: [], result: undefined };
    const next = moved(current, transition, clock, more);
    return {
      writes: [put(effectWrite(next).params(), "stale")],
      records: [{ changes: [effectChange(recorded[transition], next)] }],
      result: undefined,
    };
  });
}

/** The write with which an effect lapses in the transaction that makes its call pointless; undefined if it is not intended any more, as while it is being called. */
export async function lapsing(orgId: OrgId, effectId: EffectId, clock: Clock): Promise<Write | undefined> {
  const effect = await findEffect(orgId, effectId);
  return effect?.state === "intended" ? put(effectWrite(moved(effect, "lapse", clock)).params(), "stale") : undefined;
}

/** The check that an effect is still to be called, for the transaction that gets its call ready; undefined if it is not, as while another process is calling it. */
export async function stillIntended({
  orgId,
  effectId,
  round,
}: Pick<Effect, "orgId" | "effectId" | "round">): Promise<Write | undefined> {
  const effect = await findEffect(orgId, effectId);
  if (effect?.state !== "intended" || effect.round !== round) return undefined;
  const unchanged = effectEntity()
    .get({ orgId, effectId })
    .where((attribute, { eq }) => eq(attribute.version, effect.version));
  return check(unchanged.params(), "stale");
}

/** Whether nothing is left to do about an effect: what was prepared may have settled it. */
async function isOver(orgId: OrgId, effectId: EffectId): Promise<boolean> {
  const effect = await findEffect(orgId, effectId);
  return !effect || isSettled(effect.state);
}

/**
 * Settles an effect whose answer was lost, because the provider has since reported that it happened: no person has to decide any more. An effect
 * in any other state is left unchanged.
 */
export async function confirm(orgId: OrgId, effectId: EffectId, clock: Clock): Promise<void> {
  const effect = await findEffect(orgId, effectId);
  if (effect?.state === "unknown") await report(effect, "confirm", clock);
}

/**
 * Reopens an effect that the provider had accepted, or whose answer was lost, because the provider has since reported that it failed: a person decides about it. An
 * effect in any other state is left unchanged. Only for purposes without a payload, which a settled effect no longer has.
 */
export async function bounce(orgId: OrgId, effectId: EffectId, reason: string, clock: Clock): Promise<void> {
  const effect = await findEffect(orgId, effectId);
  if (effect?.state === "done" || effect?.state === "unknown") await report(effect, "bounce", clock, { reason });
}

/**
 * Carries out an effect that is due: once, even if its message is delivered again or twice at the same time. The outcome of the call is stored; if the
 * answer or the process was lost, the call is only repeated if that is harmless (`Purpose.repeats`) or if a person decides so.
 * @returns "later" if its message must be delivered again: another process holds the claim, or the call certainly had no effect and is retried
 */
export async function deliver(orgId: OrgId, effectId: EffectId, purposes: Purposes, clock: Clock): Promise<"settled" | "later"> {
  let effect = await findEffect(orgId, effectId);
  if (!effect) return "settled";
  const purpose = purposes[effect.purpose];
  // Another consumer handles this purpose.
  if (!purpose) return "settled";
  if (effect.state === "calling") {
    if (clock.now() < (effect.claimedUntil ?? 0)) return "later";
    if (!purpose.repeats) {
      await report(effect, "lose", clock);
      return "settled";
    }
    effect = await move(effect, "postpone", clock);
  }
  if (effect?.state !== "intended") return effect ? "settled" : "later";
  const call = await purpose.prepare(effect, clock);
  if (!call) return (await move(effect, "lapse", clock)) || (await isOver(orgId, effectId)) ? "settled" : "later";
  const claimed = await move(effect, "claim", clock, {
    claimedUntil: clock.now() + (purpose.claimMs ?? claimMs),
    attempts: effect.attempts + 1,
  });
  if (!claimed) return "later";
  let reference: string;
  try {
    reference = await call(`${effectId}.${effect.round}`);
  } catch (error) {
    reportFailure(`outbound.${effect.purpose}`, error);
    return afterFailure(claimed, purpose, error, clock);
  }
  // If storing the result fails, the answer counts as lost once the claim has expired.
  await (purpose.isReported ? report : move)(claimed, "succeed", clock, { reference });
  return "settled";
}

async function afterFailure(claimed: Effect, purpose: Purpose, error: unknown, clock: Clock): Promise<"settled" | "later"> {
  const isHarmless = error instanceof NoEffect || purpose.repeats;
  const mayPass = !(error instanceof NoEffect) || error.mayPass;
  const isWorthTrying = purpose.concerns === "platform" || (mayPass && claimed.attempts < maxAttempts);
  if (isHarmless && isWorthTrying) {
    await move(claimed, "postpone", clock);
    return "later";
  }
  const reason = error instanceof NoEffect ? error.reason : undefined;
  await report(claimed, isHarmless ? "refuse" : "lose", clock, reason === undefined ? {} : { reason });
  return "settled";
}

/**
 * Carries out the effects of a record in parallel, for purposes whose effects must not delay each other. Throws if some are left, so that the record's message
 * is delivered again.
 * @param name name of the consumer, for its log
 */
export async function deliverTogether(
  name: string,
  record: Pick<JournalRecord, "orgId" | "changes">,
  purposes: Purposes,
  clock: Clock,
): Promise<void> {
  const { orgId } = record;
  const outcomes = await Promise.allSettled(
    effectsOf(record, purposes).map((effectId) => deliver(orgId, effectId, purposes, clock)),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") reportFailure(name, outcome.reason);
  const left = outcomes.filter((outcome) => outcome.status === "rejected" || outcome.value === "later").length;
  if (left > 0) throw new Error(`${left} effects of ${orgId} are tried again`);
}

/** The effects that the record starts, for these purposes; for all purposes if none are given. */
export const effectsOf = ({ changes }: { readonly changes: readonly Change[] }, purposes?: Purposes): EffectId[] =>
  changesOf(changes, ["effect.intend", "effect.resend"]).flatMap(({ subject, after }) =>
    !purposes || (after && Object.hasOwn(purposes, after.purpose)) ? [subject.id] : [],
  );
