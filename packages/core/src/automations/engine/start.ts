import type { findCards as FindCards } from "../../cards/index.ts";
import { commit, put, systemContext, type Write } from "../../data/commit.ts";
import type { RecordEvent } from "../../data/consumer.ts";
import { findRecord } from "../../data/journal-entity.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, idFrom, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import type { CommitContext } from "../../data/commit.ts";
import { runEntity, shardOf } from "../entity.ts";
import { deepest, keptDays, mostOpenRuns, startsAutomations } from "../rules.ts";
import type { RunId, StepResult } from "../schema.ts";
import { automationChange, automationsOf, type StoredAutomation } from "../store.ts";
import { startingActions, isStartedBy } from "../triggers/list.ts";
import { countStarts } from "./days.ts";
import { findRun, resultOf } from "./runs.ts";
import { stopAutomation } from "./stop.ts";
import { turnWith } from "./turn.ts";

/** An automation with a published version. */
type Live = StoredAutomation & { readonly live: NonNullable<StoredAutomation["live"]> };
const isLive = (automation: StoredAutomation): automation is Live => automation.isOn && automation.live !== null;

interface Given {
  readonly clock: Clock;
  /** Injected, so that starting runs does not bundle everything about cards. */
  readonly findCards: typeof FindCards;
}

/**
 * Starts the runs that follow from what has happened in an organization. A run's id is derived from the change and the automation, so it begins once, however
 * often and in whatever order its record arrives. Imports, changes of many and undos start none.
 */
export async function startRuns(orgId: OrgId, events: readonly RecordEvent[], given: Given): Promise<void> {
  const live = (await automationsOf(orgId)).filter(isLive);
  const waitedFor = new Set(live.flatMap(({ live: { definition } }) => definition.trigger.kind));
  if (waitedFor.size === 0) return;
  const wanted = events.filter(({ actions }) => actions.some((action) => startingActions.some((known) => known === action)));
  const records = await Promise.all(wanted.map(({ recordId }) => findRecord(orgId, recordId)));
  const found = records.filter((record) => record !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const record of found)
    if (startsAutomations(record))
      for (const [at, change] of record.changes.entries())
        for (const automation of live)
          if (isSince(automation, record) && isStartedBy(automation.live.definition.trigger, change))
            await startBy(automation, { record, change, at }, given);
}

/** A record may come late, or again after days: what was before the automation was switched on is none of its business. */
const isSince = ({ onSince = "" }: Live, { at }: JournalRecord): boolean => at >= onSince;

interface Started {
  readonly record: JournalRecord;
  readonly change: Change;
  /** Which of the record's changes it is. */
  readonly at: number;
}

async function startBy(automation: Live, { record, change, at }: Started, { clock, findCards }: Given): Promise<void> {
  const { orgId, id: automationId, typeId } = automation;
  const cardId = change.subject.kind === "card" ? change.subject.id : change.after?.["cardId"];
  if (!isId("crd", cardId) || !(await isOfType(orgId, cardId, typeId, change, findCards))) return;
  const runId = runIdOf(automationId, record, at);
  // A record that comes again counts for nothing.
  if (await findRun(orgId, automationId, runId)) return;
  if (record.depth >= deepest && (await hasLedTo(automationId, record)))
    return stopAutomation(automation, "loop", clock, record.id);
  if ((await countStarts(orgId, automationId, clock)) === "storm") return stopAutomation(automation, "storm", clock, record.id);
  const context = { ...systemContext(orgId, "automations", clock, record.id), depth: record.depth + 1 };
  try {
    await startRun(automation, { runId, cardId, recordId: record.id, depth: record.depth + 1 }, context, clock);
  } catch (error) {
    if (!(error instanceof KartisError) || error.code !== "TOO_MANY_REQUESTS") throw error;
    // What no automation led to is no loop: a customer who writes twenty times switches nothing off.
    if (record.depth > 0) return stopAutomation(automation, "loop", clock, record.id);
    const message = "automations.skipped.tooManyOpen";
    const skipped = resultOf("start", "skipped", instant(clock), clock, { message });
    await startRun(automation, { runId, cardId, recordId: record.id, depth: 1, skipped }, context, clock);
  }
}

/** Whether the automation is one of those that led to the record, each by the record that it followed from. Others that it sets off are not to blame. */
async function hasLedTo(automationId: string, { orgId, actor, causedBy, depth }: JournalRecord): Promise<boolean> {
  if (actor.kind === "automation" && actor.id === automationId) return true;
  if (!causedBy) return false;
  const cause = await findRecord(orgId, causedBy);
  // What cannot be followed further is presumed to be one.
  return !cause || (cause.depth <= depth && hasLedTo(automationId, cause));
}

/** A card's own records name its type; of what hangs on a card, the card is read. */
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

/** Throws TOO_MANY_REQUESTS when too many of the automation's runs are open on a card. */
export function requireRoom(open: readonly { readonly automationId: string }[], automationId: string): void {
  if (open.filter((run) => run.automationId === automationId).length >= mostOpenRuns) throw new KartisError("TOO_MANY_REQUESTS");
}

export interface NewRun {
  readonly runId: RunId;
  readonly cardId: CardId;
  /** The record that it follows from; absent for one that a person or the clock starts. */
  readonly recordId?: string;
  /** Whoever pressed the button. */
  readonly startedBy?: UserId;
  /** When the clock was to set it off. */
  readonly plannedAt?: string;
  /** The task that was due. */
  readonly taskId?: string;
  readonly depth: number;
  /** Why it is over before it has begun. */
  readonly skipped?: StepResult;
}

/**
 * Writes the run, its place in the card's turn, and the record from which the engine learns of it, in one transaction. Does nothing where it has begun already.
 * Throws TOO_MANY_REQUESTS when too many of the automation's runs are open on the card.
 */
export async function startRun(automation: Live, run: NewRun, context: CommitContext, clock: Clock): Promise<void> {
  const { orgId, id: automationId, live } = automation;
  const { runId, cardId, recordId, startedBy, plannedAt, taskId, depth, skipped } = run;
  await commit(context, async (at) => {
    if (await findRun(orgId, automationId, runId)) return { writes: [], records: [], result: undefined };
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
      startedAt: at,
      ...(skipped ? { endedAt: at } : { dueAt: at }),
      version: 1,
      expiresAt: Math.floor(clock.now() / 1_000) + keptDays * 86_400,
    };
    const begun = put(runEntity().create(item).params(), "stale");
    if (skipped) return { writes: [begun], records: [], result: undefined };
    const turn = await turnWith(orgId, cardId, { automationId, runId, dueAt: at }, (runs) => requireRoom(runs, automationId));
    const writes: Write[] = [begun, turn];
    const change = automationChange("automation.execute", automation, null, { cardId, runId });
    return { writes, records: [{ changes: [change] }], result: undefined, at: instant(clock) };
  });
}
export { isLive, type Live };
