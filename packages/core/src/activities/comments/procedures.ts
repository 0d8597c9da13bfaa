import type * as z from "zod";
import { findNames, readScopeOf } from "../../cards/index.ts";
import { recordsById } from "../../data/replica/feed.ts";
import { recordsAbout } from "../../data/trail/about.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, type CardId, isId, type UserId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { sameValue } from "../../kernel/same-value.ts";
import { openTrail } from "../../replicas.ts";
import type { StoredActivity } from "../activity.ts";
import { changeActivity, createActivity, moveActivity, reached } from "../changes.ts";
import { requireReferences } from "../references.ts";
import { partsOf, repliersTo, repliesOf } from "../replica/timeline.ts";
import { activitySightOf } from "../sight.ts";
import type { ActivityValues } from "../types/definition.ts";
import { acceptComment } from "./accept.ts";
import { commentOf } from "./comment.ts";
import { cardsIn, type RichText } from "./rules.ts";
import {
  type ChangedComment,
  type Comment,
  CommentedTask,
  CommentRef,
  type CommentVersion,
  CreateCommentInput,
  ReactInput,
  type TaskComments,
  UpdateCommentInput,
} from "./schema.ts";
import { subjectOf } from "./place.ts";
import { requireSubjectSeen, requireTaskSeen, seenTask } from "./subject.ts";

const types = ["COMMENT"] as const;

const changed = ({ activity, recordId }: Awaited<ReturnType<typeof createActivity>>): ChangedComment => ({
  ...commentOf(activity),
  recordId,
});

/** Context of a reader: whoever can read comments may reply and react to any that they see. */
const asReader = (context: OrgContext): OrgContext => ({ ...context, level: "ORGANIZATION" });

const create = procedure({
  name: "comments.create",
  kind: "mutation",
  input: CreateCommentInput,
  can: ["COMMENTS", "create"],
  async run({ taskId, cardId, parentId, commentId, ...written }, context): Promise<ChangedComment> {
    if (taskId) return commentOnTask(taskId, commentId, written, context);
    if (!cardId) throw new KartisError("INVALID_INPUT", { fields: { cardId: "validation.required" } });
    await requireReferences(context, {}, { cards: { cardId } });
    const thread = parentId ? await threadOf(parentId, cardId, context) : undefined;
    const on = thread?.cardId ?? cardId;
    const values = await acceptComment(context, written, {}, { activityId: commentId, cardId: on });
    const replied = thread ? { parentId: parentId ?? null, inThread: thread.authors } : { parentId: null };
    return changed(await createActivity("COMMENT", commentId, { ...values, cardId: on, ...replied }, context));
  },
});

/** Comments on a task that the actor sees. Whoever wrote there before is noted: they are notified of it, as are those whose task it is. */
async function commentOnTask(
  taskId: ActivityId,
  commentId: ActivityId | undefined,
  written: Pick<z.output<typeof CreateCommentInput>, "body" | "attachments">,
  context: OrgContext,
): Promise<ChangedComment> {
  const { orgId, userId } = context.principal;
  const [task, authors] = await Promise.all([seenTask(context, taskId), repliersTo(orgId, taskId)]);
  const { cardId } = subjectOf(task.values);
  const values = await acceptComment(context, written, {}, { activityId: commentId, cardId });
  const inThread = authors.filter((author) => author !== userId);
  return changed(await createActivity("COMMENT", commentId, { ...values, taskId, inThread }, context));
}

interface ThreadToAnswer {
  /** The one whose page it is answered on, or one that was merged into that. */
  readonly cardId: CardId;
  /** Who else has written in it: they are notified of the reply. */
  readonly authors: readonly UserId[];
}

/** A thread that is answered. Throws INVALID_INPUT. */
async function threadOf(parentId: ActivityId, cardId: CardId, context: OrgContext): Promise<ThreadToAnswer> {
  const { orgId, userId } = context.principal;
  const [parent, parts, repliers] = await Promise.all([
    reached(parentId, types, asReader(context)).catch((error: unknown) => {
      if (error instanceof KartisError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }),
    partsOf(orgId, cardId),
    repliersTo(orgId, parentId),
  ]);
  const on = parent?.values["cardId"];
  if (!parent || parent.trashedAt || parent.values["parentId"] || !isId("crd", on) || !parts.has(on))
    throw new KartisError("INVALID_INPUT", { fields: { parentId: "validation.comment" } });
  const authors = [...new Set([parent.createdBy, ...repliers])].filter((author) => isId("usr", author));
  return { cardId: on, authors: authors.filter((author) => author !== userId) };
}

const update = procedure({
  name: "comments.update",
  kind: "mutation",
  input: UpdateCommentInput,
  can: ["COMMENTS", "update"],
  async run({ commentId, expectedVersion, ...patch }, context): Promise<ChangedComment> {
    const rewrite = async (current: StoredActivity, at: string): Promise<ActivityValues> => {
      const { values } = current;
      const { cardId, taskId } = subjectOf(values);
      const task = taskId && (await seenTask(context, taskId));
      if (task && patch.pinned !== undefined)
        throw new KartisError("INVALID_INPUT", { fields: { pinned: "validation.unknownField" } });
      const accepted = await acceptComment(context, patch, values, {
        activityId: commentId,
        cardId: task ? subjectOf(task.values).cardId : cardId,
      });
      const isRewritten = ["body", "attachments"].some(
        (name) => name in accepted && !sameValue(accepted[name] ?? null, values[name] ?? null),
      );
      return { ...accepted, ...(isRewritten ? { editedAt: at } : {}) };
    };
    return changed(await changeActivity(commentId, types, expectedVersion, rewrite, context));
  },
});

const react = procedure({
  name: "comments.react",
  kind: "mutation",
  input: ReactInput,
  can: ["COMMENTS", "create"],
  /** Adds or removes an emoji reaction to any comment that the caller sees. */
  async run({ commentId, reaction, on }, context): Promise<ChangedComment> {
    const { userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const withMine = async ({ values }: StoredActivity): Promise<ActivityValues> => {
      await requireSubjectSeen(context, values);
      const before = (values["reactions"] ?? {}) as Readonly<Record<string, readonly UserId[]>>; // as this wrote it
      const others = (before[reaction] ?? []).filter((one) => one !== userId);
      const after = { ...before, [reaction]: on ? [...others, userId] : others };
      const left = Object.fromEntries(Object.entries(after).filter(([, people]) => people.length > 0));
      const isThere = before[reaction]?.includes(userId) ?? false;
      return isThere === on ? {} : { reactions: Object.keys(left).length > 0 ? left : null };
    };
    return changed(await changeActivity(commentId, types, undefined, withMine, asReader(context)));
  },
});

const remove = procedure({
  name: "comments.remove",
  kind: "mutation",
  input: CommentRef,
  can: ["COMMENTS", "delete"],
  /** Moves a comment to the trash, where it can be restored for 90 days; its replies are hidden with it. */
  run: ({ commentId }, context): Promise<ChangedComment> => move(commentId, true, context),
});

const restore = procedure({
  name: "comments.restore",
  kind: "mutation",
  input: CommentRef,
  can: ["COMMENTS", "delete"],
  run: ({ commentId }, context): Promise<ChangedComment> => move(commentId, false, context),
});

async function move(commentId: ActivityId, trashed: boolean, context: OrgContext): Promise<ChangedComment> {
  await requireTaskSeen(context, (await reached(commentId, types, context)).values);
  return changed(await moveActivity(commentId, types, trashed, context));
}

const mostReplies = 500;

const replies = procedure({
  name: "comments.replies",
  kind: "query",
  input: CommentRef,
  can: ["COMMENTS", "read"],
  /** All answers to a comment, oldest first. */
  async run({ commentId }, context): Promise<{ rows: readonly Comment[]; total: number }> {
    const { orgId } = context.principal;
    const parent = await reached(commentId, types, context);
    await requireSubjectSeen(context, parent.values);
    if (parent.trashedAt) throw new KartisError("NOT_FOUND");
    const thread = (await repliesOf(orgId, await activitySightOf(context), [commentId], mostReplies)).get(commentId);
    return { rows: (thread?.rows ?? []).map(commentOf), total: thread?.total ?? 0 };
  },
});

const mostOnTask = 500;

const ofTask = procedure({
  name: "comments.ofTask",
  kind: "query",
  input: CommentedTask,
  can: ["COMMENTS", "read"],
  asksReplica: true,
  /** The comments on a task that the actor sees, oldest first. */
  async run({ taskId }, context): Promise<TaskComments> {
    const { orgId } = context.principal;
    await seenTask(context, taskId);
    const sight = await activitySightOf(context);
    const found = (await repliesOf(orgId, sight, [taskId], mostOnTask)).get(taskId);
    const rows = (found?.rows ?? []).map(commentOf);
    const mentioned = new Set(rows.flatMap(({ body }) => cardsIn(body)));
    const related = mentioned.size > 0 ? await findNames(orgId, await readScopeOf(context), mentioned) : {};
    return { rows, total: found?.total ?? 0, related };
  },
});

const mostVersions = 100;

const versions = procedure({
  name: "comments.versions",
  kind: "query",
  input: CommentRef,
  can: ["COMMENTS", "read"],
  /** All versions of a comment's text, latest first. */
  async run({ commentId }, context): Promise<{ rows: readonly CommentVersion[] }> {
    const { orgId } = context.principal;
    const comment = await reached(commentId, types, context);
    await requireSubjectSeen(context, comment.values);
    const ids = recordsAbout(await openTrail(orgId), commentId).slice(0, mostVersions);
    const records = (await recordsById(orgId, ids)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return {
      rows: records.flatMap(({ id, at, actor, changes }): CommentVersion[] => {
        const body = changes.find(({ subject }) => subject.id === commentId)?.after?.["body"];
        if (!Array.isArray(body)) return [];
        const userId = actor.kind === "user" && isId("usr", actor.id) ? actor.id : null;
        return [{ recordId: id, at, userId, body: body as RichText }]; // as the schema accepted it
      }),
    };
  },
});

export const commentProcedures = [create, update, react, remove, restore, replies, ofTask, versions] as const;
