import { inScope } from "../../activities/activity.ts";
import type { findActivities as FindActivities } from "../../activities/index.ts";
import type { scopeOf as ScopeOf } from "../../cards/index.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, type CardId, idFrom, isId } from "../../kernel/id.ts";
import { scheduleEntity } from "../entity.ts";
import type { RunId } from "../run-schema.ts";
import { startedCard } from "../triggers/list.ts";
import { publisherOf } from "./publisher.ts";
import { findRun } from "./runs.ts";
import type { Live } from "./start.ts";

/** The run of a date that was entered when its moment had passed. */
interface MissedRun {
  readonly cardId: CardId;
  /** The task whose due date it is. */
  readonly taskId?: ActivityId;
  readonly runId: RunId;
}

/** Injected, so that starting runs does not bundle the domains of cards and activities. */
export interface TaskReads {
  readonly findActivities: typeof FindActivities;
  readonly scopeOf: typeof ScopeOf;
}

/**
 * The run that a change starts by entering a date whose moment had passed; undefined for one that its schedule has started, or whose task is done, gone or out of
 * the publisher's sight. A moment that the schedule has yet to come to has the id that the schedule gives it, so that both start one run.
 */
export async function missedRun(
  automation: Live,
  record: JournalRecord,
  change: Change,
  missedAt: string,
  { clock, ...reads }: TaskReads & { readonly clock: Clock },
): Promise<MissedRun | undefined> {
  const { orgId, id: automationId } = automation;
  const about = await subjectOf(automation, change, clock, reads);
  if (!about) return undefined;
  const { data: schedule } = await scheduleEntity().get({ orgId, automationId }).go({ consistent: true });
  const seed = `${automationId}\n${about.taskId ?? about.cardId}\n${missedAt}`;
  // No schedule has come to what was before 1970, and no id is of that time.
  const planned = idFrom("run", Math.max(0, Date.parse(missedAt)), seed);
  if (schedule && missedAt > schedule.doneUntil) return { ...about, runId: planned };
  if (await findRun(orgId, automationId, planned)) return undefined;
  // Under the time of the record, as the list of runs is in the order of their ids.
  return { ...about, runId: idFrom("run", Date.parse(record.at), `${seed}\n${record.id}`) };
}

async function subjectOf(
  automation: Live,
  change: Change,
  clock: Clock,
  { findActivities, scopeOf }: TaskReads,
): Promise<Omit<MissedRun, "runId"> | undefined> {
  const { id } = change.subject;
  if (!isId("act", id)) {
    const cardId = startedCard(change);
    return cardId && { cardId };
  }
  const publisher = await publisherOf(automation, automation.live.publishedBy, clock);
  if ("refused" in publisher) return undefined;
  const principal = principalOf(publisher.actor);
  const [found, scope] = await Promise.all([
    findActivities(automation.orgId, [id]),
    scopeOf({ principal, level: "ORGANIZATION" }, "TASKS"),
  ]);
  const task = found.get(id);
  if (!task || task.trashedAt !== null || !inScope(scope, task)) return undefined;
  const { cardId, done } = task.values;
  return isId("crd", cardId) && done !== true ? { cardId, taskId: id } : undefined;
}
