import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { Comment, Reaction } from "@kartis/core/activities/comments/schema.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { sameValue } from "@kartis/core/kernel/same-value.ts";
import { client } from "../../../lib/api.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import type { ToastLink } from "../../../lib/toasts/toasts.ts";
import { at, fresh, me, save, saveOrSay } from "./save.ts";

/** How often a draft has been sent: for the first time, again after a failure, or as it was left by a page that did not stay for the answer. */
export type Attempt = "first" | "again" | "left";

export interface NewComment {
  readonly attempt: Attempt;
  readonly commentId: ActivityId;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
  readonly on: CommentPlace;
}

/** Where a comment is written: on a card, there perhaps in answer to another, or on a task. */
type CommentPlace = { readonly cardId: CardId; readonly parentId?: ActivityId | undefined } | { readonly taskId: ActivityId };

interface Said {
  readonly message: string;
  readonly link: ToastLink;
}

type Saying = Parameters<typeof client.comments.update.mutate>[0] &
  Pick<Parameters<typeof client.comments.create.mutate>[0], "body">;

/**
 * The id is the draft's: a comment whose answer was lost is made once. What is saved under it already is changed only by whoever corrects an attempt of their own,
 * and only while it stands as it was sent; what another tab sent from the same draft stays, and this is a comment of its own.
 */
async function createOnce(said: Saying, on: CommentPlace, attempt: Attempt) {
  const made = await client.comments.create.mutate({ ...said, ...on });
  const isSame =
    sameValue(made.body, said.body) &&
    sameValue(
      made.attachments.map(({ fileId }) => fileId),
      said.attachments,
    );
  if (made.recordId !== null || attempt === "left" || isSame) return made;
  return attempt === "again" && made.version === 1
    ? client.comments.update.mutate({ ...said, expectedVersion: made.version })
    : client.comments.create.mutate({ ...said, ...on, commentId: newId("act") });
}

/** @param announced for what is written elsewhere than where it appears */
export function addComment(
  { commentId: id, on, body, attachments, attempt }: NewComment,
  announced?: Said,
): Promise<string | undefined> {
  const { cardId, taskId, parentId } = { cardId: null, taskId: null, parentId: null, ...on };
  const value: Comment = {
    ...fresh(),
    id,
    cardId,
    taskId,
    parentId: parentId ?? null,
    body,
    attachments,
    reactions: {},
    editedAt: null,
  };
  const entry = { kind: "activity", type: "COMMENT", id, at: value.createdAt, thread: null, value } as const;
  const said = { commentId: id, body: [...body], attachments: attachments.map(({ fileId }) => fileId) };
  const above = parentId ?? taskId;
  return save(
    above ? { kind: "reply", parentId: above, entry } : { kind: "new", cardId, entry },
    () => createOnce(said, on, attempt),
    () =>
      announced
        ? { message: announced.message, notice: { link: announced.link } }
        : { message: currentTranslate()(parentId ? "timeline.replySent" : "timeline.done.comment") },
  );
}

export const editComment = (
  { id, version }: Comment,
  { body, attachments }: Pick<Comment, "body" | "attachments">,
): Promise<string | undefined> =>
  save(
    { kind: "change", id, patch: { body, attachments, editedAt: at() } },
    () =>
      client.comments.update.mutate({
        commentId: id,
        body: [...body],
        attachments: attachments.map(({ fileId }) => fileId),
        expectedVersion: version,
      }),
    () => ({ message: currentTranslate()("timeline.saved") }),
  );

export function toggleReaction({ id, reactions }: Comment, reaction: Reaction): void {
  const userId = me();
  if (!userId) return;
  const before = reactions[reaction] ?? [];
  const on = !before.includes(userId);
  const after = { ...reactions, [reaction]: on ? [...before, userId] : before.filter((one) => one !== userId) };
  void saveOrSay(
    { kind: "change", id, patch: { reactions: after } },
    () => client.comments.react.mutate({ commentId: id, reaction, on }),
    () => ({ message: currentTranslate()(on ? "timeline.done.reacted" : "timeline.done.unreacted"), isPlain: true }),
  );
}
