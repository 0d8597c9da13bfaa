import { type ActivityId, newId, type OrgId } from "../../kernel/id.ts";
import type { Author } from "../author.ts";
import { type ActivityWrite, creation } from "../writes.ts";
import { patchOf } from "./patch.ts";
import type { AcceptedMeeting } from "./schema.ts";

/**
 * A new meeting, for a commit. Whoever calls has checked what it names. Throws INVALID_INPUT for a start that does not exist and a rule that never occurs.
 * @param by its author, or only the `createdBy` of one that no automation makes
 */
export const meetingCreation = (
  orgId: OrgId,
  values: AcceptedMeeting,
  { by, at, id = newId("act", Date.parse(at)) }: { by: string | Author; at: string; id?: ActivityId },
): ActivityWrite => creation(orgId, "MEETING", id, { ...patchOf(id, values, {}).patch, sequence: 0 }, by, at);
