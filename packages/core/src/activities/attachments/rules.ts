import type { FileReference } from "../../files/schema.ts";
import type { ActivityValues } from "../types/definition.ts";

/** Maximum number of files on one activity. */
export const mostAttachments = 10;

/** The accepted files of a patch: absent where it says nothing of them, null where it leaves none. */
export interface AcceptedAttachments {
  readonly attachments?: readonly FileReference[] | null;
}

/** The files of an activity, as they were accepted. */
export const attachmentsOf = ({ attachments }: ActivityValues): readonly FileReference[] =>
  Array.isArray(attachments) ? (attachments as FileReference[]) : [];
