import type { ActivityId, FileId, OrgId } from "../../kernel/id.ts";
import { findActivities } from "../store.ts";
import { type ActivityWrite, edit } from "../writes.ts";
import { attachmentsOf } from "./rules.ts";

/** Takes a file off the activities that have it, as part of the commit that deletes it. */
export async function activityEdits(
  orgId: OrgId,
  activityIds: readonly ActivityId[],
  fileId: FileId,
  at: string,
): Promise<ActivityWrite[]> {
  const found = await findActivities(orgId, activityIds);
  return [...found.values()].flatMap((activity) => {
    const before = attachmentsOf(activity.values);
    const left = before.filter((file) => file.fileId !== fileId);
    if (left.length === before.length) return [];
    return edit(orgId, activity, { attachments: left.length > 0 ? left : null }, undefined, at) ?? [];
  });
}
