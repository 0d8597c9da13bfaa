import * as z from "zod";
import type { CardNames } from "../../cards/schema.ts";
import type { FileReference } from "../../files/schema.ts";
import type { ActivityId, CardId, RecordId, UserId } from "../../kernel/id.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { AttachmentsSchema } from "../attachments/schema.ts";
import { type RichText, RichTextSchema } from "./rules.ts";

const commentId = idSchema("act");

/** Emoji reactions to a comment. */
export const reactions = ["LIKE", "HEART", "CELEBRATE", "LAUGH", "EYES", "DONE"] as const;
export type Reaction = (typeof reactions)[number];

/** A comment is on a card or on a task; answers are on cards alone, since those on a task are one short list. */
const hasOneSubject = ({ cardId, taskId, parentId }: { cardId?: unknown; taskId?: unknown; parentId?: unknown }): boolean =>
  cardId === undefined ? taskId !== undefined && parentId === undefined : taskId === undefined;

export const CreateCommentInput = z
  .object({
    cardId: idSchema("crd").optional(),
    taskId: idSchema("act").optional(),
    body: RichTextSchema,
    /** Files that were uploaded for this comment, or that are those of its card or of its task's. */
    attachments: AttachmentsSchema.default([]),
    /** The comment that this one answers; one that is itself an answer has none. */
    parentId: commentId.optional(),
    /** Made by the caller, so that a call repeated after a lost answer makes no second comment. */
    commentId: commentId.optional(),
  })
  .refine(({ body, attachments: files }) => body.length > 0 || files.length > 0, {
    path: ["body"],
    message: "validation.required",
  })
  .refine(hasOneSubject, { path: ["cardId"], message: "validation.required" });

export const UpdateCommentInput = z.object({
  commentId,
  body: RichTextSchema.optional(),
  attachments: AttachmentsSchema.optional(),
  /** Pinned to the top of the card's timeline. */
  pinned: z.boolean().optional(),
  /** The version the caller has seen. A value that someone else has changed since is a CONFLICT; other values merge. */
  expectedVersion: z.number().int().min(1).optional(),
});
export type CommentPatch = Omit<z.output<typeof UpdateCommentInput>, "commentId" | "expectedVersion">;

export const CommentRef = z.object({ commentId });
export const CommentedTask = z.object({ taskId: idSchema("act") });
export const ReactInput = z.object({ commentId, reaction: z.enum(reactions), on: z.boolean() });

export interface Comment {
  readonly id: ActivityId;
  readonly version: number;
  /** Null for one on a task. */
  readonly cardId: CardId | null;
  /** Null for one on a card. */
  readonly taskId: ActivityId | null;
  readonly parentId: ActivityId | null;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
  readonly reactions: Readonly<Partial<Record<Reaction, readonly UserId[]>>>;
  readonly pinned: boolean;
  /** When its text or files were last changed. */
  readonly editedAt: string | null;
  /** Null for what no person made. */
  readonly createdBy: UserId | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** A changed comment, with the record that undoes it; null when nothing changed. */
export interface ChangedComment extends Comment {
  readonly recordId: RecordId | null;
}

/** The comments on a task, the oldest first; of very many the latest. */
export interface TaskComments {
  readonly rows: readonly Comment[];
  readonly total: number;
  /** Names of the cards that they mention, as far as the caller sees them. */
  readonly related: CardNames;
}

/** An earlier version of a comment. */
export interface CommentVersion {
  readonly recordId: RecordId;
  readonly at: string;
  readonly userId: UserId | null;
  readonly body: RichText;
}
