import { KartisError } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import type { StoredActivity } from "../activity.ts";
import { seesCards } from "../attachments/reading.ts";
import { activitySightOf, isInSight } from "../sight.ts";
import { findActivities, ofType } from "../store.ts";
import type { ActivityValues } from "../types/definition.ts";
import { subjectOf } from "./place.ts";

type Asking = Pick<OrgContext, "principal">;

/** The task that comments are on. Throws NOT_FOUND for one that the actor does not see, or that is in the trash. */
export async function seenTask(context: Asking, taskId: ActivityId): Promise<StoredActivity> {
  const [found, sight] = await Promise.all([findActivities(context.principal.orgId, [taskId]), activitySightOf(context)]);
  const task = ofType("TASK", found.get(taskId));
  if (!task || task.trashedAt !== null || !isInSight(sight, task)) throw new KartisError("NOT_FOUND");
  return task;
}

/** Throws NOT_FOUND unless the actor sees what the entry is on: its task, its card, or the card that was merged into. */
export async function requireSubjectSeen(context: Asking, values: ActivityValues): Promise<void> {
  const { cardId, taskId } = subjectOf(values);
  if (taskId) await seenTask(context, taskId);
  else if (!cardId || !(await seesCards(context, [cardId]))) throw new KartisError("NOT_FOUND");
}

/** The same for comments on tasks alone: whoever may change a comment may do so also where its card is hidden from them. */
export async function requireTaskSeen(context: Asking, values: ActivityValues): Promise<void> {
  const { taskId } = subjectOf(values);
  if (taskId) await seenTask(context, taskId);
}
