import { isId } from "../../kernel/id-form.ts";
import type { ActivityId, CardId } from "../../kernel/id.ts";
import type { ActivityValues } from "../types/definition.ts";

/** Where a comment is: on a card or, with or without one of its own, on a task. */
export interface CommentSubject {
  readonly cardId: CardId | null;
  readonly taskId: ActivityId | null;
}

export const subjectOf = ({ cardId, taskId }: ActivityValues): CommentSubject => ({
  cardId: isId("crd", cardId) ? cardId : null,
  taskId: isId("act", taskId) ? taskId : null,
});
