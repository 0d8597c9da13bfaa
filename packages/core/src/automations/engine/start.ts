import type { findCards as FindCards } from "../../cards/index.ts";
import type { findSettings as FindSettings } from "../../organizations/index.ts";
import { put, systemContext, type Write } from "../../data/commit.ts";
import type { RecordEvent } from "../../data/consumer.ts";
import { findRecord } from "../../data/journal-entity.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { recordsById } from "../../data/replica/feed.ts";
import { principalOf } from "../../kernel/actor.ts";
import { type Clock, instant, epochSeconds } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, idFrom, type OrgId, type UserId } from "../../kernel/id.ts";
import type { PlanState } from "../../kernel/plan.ts";
import { commitMetered, isOverLimit } from "../../plans/index.ts";
import type { CommitContext } from "../../data/commit.ts";
import { runEntity, shardOf } from "../entity.ts";
import { hasRoom, keptDays, maxDepth, startsAutomations } from "../rules.ts";
import type { RunId, StepResult } from "../run-schema.ts";
import { automationChange, automationsOf, type StoredAutomation } from "../store.ts";
import { findPauses, wasPaused } from "../pause/pauses.ts";
import { firesLate, isStartedBy, lateFiring, startedCard, startingActions } from "../triggers/list.ts";
import { countReturn, type Counted, countWrite } from "./days.ts";
import { missedRun, type TaskReads } from "./late.ts";
import { isDenial, publisherOf } from "./publisher.ts";
import { findRun, resultOf } from "./runs.ts";
import { stopAutomation } from "./stop.ts";
import { turnWith } from "./turn.ts";

/** A published automation that is switched on. */
type Live = StoredAutomation & { readonly live: NonNullable<StoredAutomation["live"]> };
const isLive = (automation: StoredAutomation): automation is Live => automation.isOn && automation.live !== null;

interface StartOptions extends TaskReads {
  readonly clock: Clock;
  readonly findSettings: typeof FindSettings;
  /** Injected, so that starting runs does not bundle the cards domain. */
  readonly findCards: typeof FindCards;
}

/**
 * Starts the runs that an organization's changes trigger. A run's id is derived from the change and the automation, so it starts once, however often and in
 * whatever order records arrive. Undos start none, imports and bulk changes only when asked to; nor does what happens while the organization's automations are
 * paused.
 */
export async function startRuns(orgId: OrgId, events: readonly RecordEvent[], options: StartOptions): Promise<void> {
  const live = (await automationsOf(orgId)).filter(isLive);
  const triggerKinds = new Set(live.flatMap(({ live: { definition } }) => definition.trigger.kind));
  if (triggerKinds.size === 0) return;
  const pauses = await findPauses(orgId);
  const mayRun = authorities(options.clock);
  const wanted = events.filter(({ actions }) => actions.some((action) => startingActions.some((known) => known === action)));
  const records = await recordsById(orgId, [...new Set(wanted.map(({ recordId }) => recordId))]);
  const isZoned = live.some(({ live: { definition } }) => firesLate(definition.trigger));
  const timeZone = (isZoned && (await options.findSettings(orgId))?.timeZone) || "UTC";
  for (const record of records)
    if (startsAutomations(record) && !wasPaused(pauses, record.at))
      for (const [at, change] of record.changes.entries())
        for (const automation of live) {
          if (!isSince(automation, record)) continue;
          const { trigger } = automation.live.definition;
          const missedAt = lateFiring(trigger, change, { at: record.at, timeZone });
          if (missedAt !== null || isStartedBy(trigger, change))
            await startBy(automation, { record, change, at, missedAt }, { ...options, mayRun });
        }
}

/** Records may be delivered late or again: changes before the automation was switched on must not start it. */
const isSince = ({ onSince = "" }: Live, { at }: JournalRecord): boolean => at >= onSince;

/** The plan whose runs an automation uses. */
export type LimitedBy = Pick<PlanState, "type"> | null;

/**
 * The automations that may run, each with the plan that limits it; one whose publisher may no longer update automations is stopped. Each is looked up once.
 */
function authorities(clock: Clock): (automation: Live, record: JournalRecord) => Promise<{ plan: LimitedBy } | undefined> {
  const known = new Map<string, Promise<{ plan: LimitedBy } | undefined>>();
  const find = async (automation: Live, record: JournalRecord) => {
    const publisher = await publisherOf(automation, automation.live.publishedBy, clock);
    if ("actor" in publisher) return { plan: principalOf(publisher.actor).plan };
    if (isDenial(publisher.refused)) await stopAutomation(automation, "rights", clock, record.id);
    return undefined;
  };
  return (automation, record) => {
    const mayRun = known.get(automation.id) ?? find(automation, record);
    known.set(automation.id, mayRun);
    return mayRun;
  };
}

interface Started {
  readonly record: JournalRecord;
  readonly change: Change;
  /** The index of the change in the record. */
  readonly at: number;
  /** The moment that had passed when the change entered its date. */
  readonly missedAt: string | null;
}

async function startBy(
  automation: Live,
  { record, change, at, missedAt }: Started,
  { clock, findCards, mayRun, ...reads }: StartOptions & { readonly mayRun: ReturnType<typeof authorities> },
): Promise<void> {
  const { orgId, id: automationId, typeId } = automation;
  const missed = missedAt === null ? undefined : await missedRun(automation, record, change, missedAt, { ...reads, clock });
  const cardId = missedAt === null ? startedCard(change) : missed?.cardId;
  if (!cardId || !(await isOfType(orgId, cardId, typeId, change, findCards))) return;
  const runId = missed?.runId ?? runIdOf(automationId, record, at);
  // A redelivered record must not count as a return.
  if (await findRun(orgId, automationId, runId)) return;
  // Rather than one failed run per card.
  const authority = await mayRun(automation, record);
  if (!authority) return;
  const isReturn = record.depth > 0 && (await hasLedTo(automationId, record));
  if (isReturn && ((await countReturn(orgId, automationId, cardId, clock)) || record.depth >= maxDepth))
    return stopAutomation(automation, "loop", clock, record.id);
  const context = { ...systemContext(orgId, "automations", clock, record.id), depth: record.depth + 1 };
  // Runs that a person asked for, with their number in view, are no storm.
  const mayStorm = record.startsAutomations !== true;
  const { taskId } = missed ?? {};
  const planned = { ...(missedAt === null ? {} : { plannedAt: missedAt }), ...(taskId ? { taskId } : {}) };
  const run = { runId, cardId, recordId: record.id, depth: record.depth + 1, mayStorm, ...planned };
  if (await startOrSkip(automation, run, { context, clock, plan: authority.plan, isReturn })) return;
  await stopAutomation(automation, "loop", clock, record.id);
}

interface Starting {
  readonly context: CommitContext;
  readonly clock: Clock;
  readonly plan: LimitedBy;
  /** Whether the automation itself has led to it. Only changes by automations can be a loop: a customer who sends twenty messages must not stop it. */
  readonly isReturn?: boolean;
}

/**
 * Starts the run or, if too many of the automation's runs are open on the card or the plan's runs of the month are used up, logs it as skipped: one crowded card
 * must not keep the others from their runs, and nothing ends without a trace.
 * @returns false if it is a loop, and nothing is written
 */
export async function startOrSkip(automation: Live, run: NewRun, starting: Starting): Promise<boolean> {
  const { context, clock, plan, isReturn = false } = starting;
  try {
    await startRun(automation, run, context, clock, plan);
  } catch (error) {
    const reason = isFull(error) ? { message: tooManyOpen } : usedUpReason(error);
    if (!reason) throw error;
    if (isFull(error) && isReturn) return false;
    const skipped = resultOf("start", "skipped", instant(clock), clock, reason);
    await startRun(automation, { ...run, skipped }, context, clock, plan);
  }
  return true;
}

/** Why a run is skipped that the plan has no room for. */
function usedUpReason(error: unknown) {
  if (!(error instanceof KartisError) || !isOverLimit(error)) return undefined;
  return { message: "automations.skipped.monthUsedUp", params: { limit: Number(error.details.params?.["limit"] ?? 0) } };
}

/** Whether the automation is in the causal chain of the record. Automations that a loop merely triggers are not to blame for it. */
async function hasLedTo(automationId: string, { orgId, actor, causedBy, depth }: JournalRecord): Promise<boolean> {
  if (actor.kind === "automation" && actor.id === automationId) return true;
  if (!causedBy) return false;
  const cause = await findRecord(orgId, causedBy);
  // A chain that cannot be traced is presumed to include it.
  return !cause || (cause.depth <= depth && hasLedTo(automationId, cause));
}

/** A card's own records name its type; for its tasks, mails and messages, the card is read. */
async function isOfType(
  orgId: OrgId,
  cardId: CardId,
  typeId: string,
  { subject }: Change,
  findCards: typeof FindCards,
): Promise<boolean> {
  if (subject.kind === "card" && subject.typeId !== undefined) return subject.typeId === typeId;
  return (await findCards(orgId, [cardId])).get(cardId)?.typeId === typeId;
}

const runIdOf = (automationId: string, record: JournalRecord, at: number): RunId =>
  idFrom("run", Date.parse(record.at), `${automationId}\n${record.id}\n${at}`);

/** Why no run starts on a card with as many open ones as may be. */
export const tooManyOpen = "automations.skipped.tooManyOpen";

/** Throws TOO_MANY_REQUESTS if too many of the automation's runs are open on the card. */
export function requireRoom(open: readonly { readonly automationId: string }[], automationId: string): void {
  if (!hasRoom(open, automationId)) throw new KartisError("TOO_MANY_REQUESTS", { messageKey: tooManyOpen });
}

/** Whether that was thrown. A sender whose questions are too heavy gets the same code. */
export const isFull = (error: unknown): boolean => error instanceof KartisError && error.details.messageKey === tooManyOpen;

export interface NewRun {
  readonly runId: RunId;
  readonly cardId: CardId;
  /** The journal record that triggered it; absent for buttons and scheduled triggers. */
  readonly recordId?: string;
  /** Who pressed the button, or ran it again. */
  readonly startedBy?: UserId;
  /** The scheduled time. */
  readonly plannedAt?: string;
  /** The task that was due. */
  readonly taskId?: string;
  readonly depth: number;
  /** Whether it counts towards a storm; absent for buttons and scheduled triggers. */
  readonly mayStorm?: boolean;
  /** Why it is skipped without being executed. */
  readonly skipped?: StepResult;
}

/**
 * Writes the run, its entry among the card's open runs, and the journal record that triggers the engine, in one transaction. Idempotent by the run's id.
 * Throws TOO_MANY_REQUESTS if too many of the automation's runs are open on the card, and PAYMENT_REQUIRED if the plan's runs of the month are used up.
 */
export async function startRun(
  automation: Live,
  run: NewRun,
  context: CommitContext,
  clock: Clock,
  plan: LimitedBy = principalOf(context.actor).plan,
): Promise<void> {
  let attempt = 0;
  const prepare = async (at: string) => {
    const start = await startOf(automation, run, clock, at, ++attempt);
    if (!start) return { writes: [], records: [], result: undefined };
    const { writes, change } = start;
    if (!change) return { writes, records: [], result: undefined, isSpread: true };
    return { writes, records: [{ changes: [change] }], result: undefined, at: instant(clock) };
  };
  await commitMetered(context, prepare, plan);
}

/** What starts a run, for a transaction. */
export interface Start {
  /** Two; none if it has been started before. */
  readonly writes: readonly Write[];
  /** None for a run that is skipped. */
  readonly change?: Change;
}

/**
 * The run, its entry among the card's open runs, and the change that triggers the engine; undefined if it has been started before.
 * Throws TOO_MANY_REQUESTS if too many of the automation's runs are open on the card.
 * @param attempt how often the transaction has been prepared, from 1
 */
export async function startOf(
  automation: Live,
  run: NewRun,
  clock: Clock,
  at: string,
  attempt: number,
): Promise<Start | undefined> {
  const { orgId, id: automationId, live } = automation;
  const { runId, cardId, recordId, startedBy, plannedAt, taskId, depth, mayStorm, skipped } = run;
  if (await findRun(orgId, automationId, runId)) return undefined;
  const counted: Counted | undefined = skipped && { day: at.slice(0, 10), as: "skipped" };
  const item = {
    orgId,
    shard: shardOf(automationId),
    automationId,
    runId,
    cardId,
    number: live.number,
    state: skipped ? ("skipped" as const) : ("running" as const),
    steps: skipped ? [skipped] : [],
    attempts: 0,
    ...(recordId ? { recordId } : {}),
    ...(startedBy ? { startedBy } : {}),
    ...(plannedAt ? { plannedAt } : {}),
    ...(taskId ? { taskId } : {}),
    depth,
    ...(mayStorm ? { mayStorm } : {}),
    startedAt: at,
    ...(counted ? { endedAt: at, counted } : { dueAt: at }),
    version: 1,
    expiresAt: epochSeconds(clock.now()) + keptDays * 86_400,
  };
  const creation = put(runEntity().create(item).params(), "stale");
  if (counted) return { writes: [creation, countWrite({ orgId, automationId }, undefined, counted, clock, attempt)] };
  const turn = await turnWith(orgId, cardId, { automationId, runId, dueAt: at }, (runs) => requireRoom(runs, automationId));
  const change = automationChange("automation.execute", automation, null, { cardId, runId });
  return { writes: [creation, turn], change };
}
export { isLive, type Live };
