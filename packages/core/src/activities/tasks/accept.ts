import { type CardId, isId, type OrgId } from "../../kernel/id.ts";
import type { StoredActivity } from "../activity.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import type { AcceptedTask, TaskPatch } from "./schema.ts";

/** A patch with its files as they are stored. Throws INVALID_INPUT for files that are neither the task's nor those of the card it is on, or moves to. */
export async function acceptPatch(
  orgId: OrgId,
  { id, values }: StoredActivity,
  { attachments, ...patch }: TaskPatch,
): Promise<AcceptedTask> {
  const cardId: CardId | null = patch.cardId === undefined ? cardOf(values["cardId"]) : patch.cardId;
  return { ...patch, ...(await acceptAttachments(orgId, attachments, { activityId: id, cardId, current: values })) };
}

const cardOf = (value: unknown): CardId | null => (isId("crd", value) ? value : null);
