import { findNames, readScopeOf } from "../../cards/index.ts";
import { type ActivityId, type CardId, type FileId, isId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import type { StoredActivity } from "../activity.ts";
import { activitiesHolding } from "../replica/files.ts";
import { activitySightOf, isInSight } from "../sight.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";

type Asking = Pick<OrgContext, "principal">;

/** Whether the actor sees all of the cards, or the cards they were merged into. */
export async function seesCards(context: Asking, cardIds: readonly CardId[]): Promise<boolean> {
  if (cardIds.length === 0) return true;
  const names = await findNames(context.principal.orgId, await readScopeOf(context), new Set(cardIds));
  return cardIds.every((cardId) => names[cardId] !== undefined);
}

/** Whether the actor may read the activity. Entries of a card are read with the card, comments on a task with that; tasks and meetings also exist without one. */
async function mayRead(context: Asking, activity: StoredActivity): Promise<boolean> {
  const sight = await activitySightOf(context);
  if (!isInSight(sight, activity)) return false;
  if (definitionOf(activity.type).permission !== "COMMENTS") return true;
  const { cardId, taskId } = activity.values;
  if (isId("act", taskId)) {
    const task = (await findActivities(context.principal.orgId, [taskId])).get(taskId);
    return task !== undefined && isInSight(sight, task);
  }
  return isId("crd", cardId) && seesCards(context, [cardId]);
}

/**
 * Whether the actor may read the activity that a file was uploaded for, or another that has the file, such as the second part of a series that was divided or a mail
 * that was sent with a template's file. Undefined if there is no such activity, any more or yet.
 */
export async function mayReadFileOf(
  context: Asking,
  activityId: ActivityId | null,
  fileId?: FileId,
): Promise<boolean | undefined> {
  const { orgId } = context.principal;
  const owner = activityId ? (await findActivities(orgId, [activityId])).get(activityId) : undefined;
  if (owner && (await mayRead(context, owner))) return true;
  const holding = fileId ? ((await activitiesHolding(orgId, [fileId])).get(fileId) ?? []) : [];
  for (const activity of (await findActivities(orgId, holding)).values()) if (await mayRead(context, activity)) return true;
  return owner || holding.length > 0 ? false : undefined;
}
