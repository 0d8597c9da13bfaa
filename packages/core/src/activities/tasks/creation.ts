import { newId, type ActivityId, type OrgId } from "../../kernel/id.ts";
import type { Author } from "../author.ts";
import { type ActivityWrite, creation } from "../writes.ts";
import { patchOf } from "./patch.ts";
import type { AcceptedTask } from "./schema.ts";

/**
 * A new task, for a commit. Whoever calls has checked what it names. Throws INVALID_INPUT for a rule that never occurs.
 * @param by its author, or only the `createdBy` of one that no automation makes
 * @param timeZone the organization's, in which its day ends.
 * @param doneAt since when it is done, where that was before it was made here.
 */
export const taskCreation = (
  orgId: OrgId,
  values: AcceptedTask,
  {
    by,
    timeZone,
    at,
    doneAt,
    id = newId("act", Date.parse(at)),
  }: { by: string | Author; timeZone: string; at: string; doneAt?: string | undefined; id?: ActivityId },
): ActivityWrite => {
  const patch = patchOf(values, {}, timeZone, at);
  return creation(orgId, "TASK", id, doneAt && values.done ? { ...patch, doneAt } : patch, by, at);
};
