import { activitySightOf, findActivities, isInSight, type StoredActivity } from "../../activities/index.ts";
import { findRecord } from "../../data/journal-entity.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { principalOf } from "../../kernel/actor.ts";
import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import type { Definition } from "../schema.ts";
import { isStartedBy } from "../triggers/list.ts";
import type { TriggerEvent } from "../triggers/event.ts";
import type { Run } from "./runs.ts";
import type { AutomationActor } from "./sight.ts";

/** The parts of a run that say what started it. */
export type StartedRun = Pick<Run, "orgId" | "cardId" | "recordId" | "taskId" | "startedBy" | "startedAt" | "plannedAt">;

interface Of {
  readonly run: StartedRun;
  readonly definition: Pick<Definition, "trigger">;
  readonly actor: AutomationActor;
}

/** The event that started the run. An activity that the publisher may not see, or that is in the trash, has no values. */
export async function eventOf({ run, definition: { trigger }, actor }: Of): Promise<TriggerEvent> {
  const record = run.recordId ? await findRecord(run.orgId, run.recordId) : undefined;
  const change = record?.changes.find((one) => isStartedBy(trigger, one) && cardOf(one) === run.cardId);
  const activityId = run.taskId ?? (change?.subject.kind === "activity" ? change.subject.id : undefined);
  const activity = isId("act", activityId) ? (await seenActivities(run.orgId, [activityId], actor)).get(activityId) : undefined;
  return {
    at: run.plannedAt ?? record?.at ?? run.startedAt,
    userId: starterOf(run, record),
    before: change?.before ?? null,
    after: change?.after ?? null,
    activity: activity?.values ?? null,
  };
}

const cardOf = ({ subject, after }: Change): unknown => (subject.kind === "card" ? subject.id : after?.["cardId"]);

function starterOf({ startedBy }: StartedRun, record: JournalRecord | undefined): TriggerEvent["userId"] {
  if (record) return record.actor.kind === "user" && isId("usr", record.actor.id) ? record.actor.id : null;
  return isId("usr", startedBy) ? startedBy : null;
}

/** The activities that the publisher may see, without those in the trash. */
export async function seenActivities(
  orgId: OrgId,
  ids: readonly ActivityId[],
  actor: AutomationActor,
): Promise<Map<ActivityId, StoredActivity>> {
  const [found, sight] = await Promise.all([findActivities(orgId, ids), activitySightOf({ principal: principalOf(actor) })]);
  return new Map([...found].filter(([, activity]) => activity.trashedAt === null && isInSight(sight, activity)));
}
