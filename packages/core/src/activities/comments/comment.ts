import { isId } from "../../kernel/id-form.ts";
import type { Activity } from "../activity.ts";
import { attachmentsOf } from "../attachments/rules.ts";
import type { RichText } from "./rules.ts";
import type { Comment } from "./schema.ts";
import { subjectOf } from "./place.ts";

/** An activity of the type as what its callers get. */
export function commentOf({ id, version, values, createdBy, createdAt, updatedAt, trashedAt }: Activity): Comment {
  const { parentId, body, reactions, pinned, editedAt } = values;
  const { cardId, taskId } = subjectOf(values);
  if (!cardId && !taskId) throw new Error(`A comment on nothing: ${id}`);
  return {
    id,
    version,
    cardId,
    taskId,
    parentId: isId("act", parentId) ? parentId : null,
    // The rest as the schema accepted it.
    body: (body as RichText | undefined) ?? [],
    attachments: attachmentsOf(values),
    reactions: (reactions as Comment["reactions"] | undefined) ?? {},
    pinned: pinned === true,
    editedAt: typeof editedAt === "string" ? editedAt : null,
    createdBy: isId("usr", createdBy) ? createdBy : null,
    createdAt,
    updatedAt,
    trashedAt,
  };
}
