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
import { acceptComment, requireCardSeen } from "./accept.ts";
import { commentOf } from "./comment.ts";
import type { RichText } from "./rules.ts";
import {
  type ChangedComment,
  type Comment,
  CommentRef,
  type CommentVersion,
  CreateCommentInput,
  ReactInput,
  UpdateCommentInput,
} from "./schema.ts";

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
  async run({ cardId, parentId, commentId, ...written }, context): Promise<ChangedComment> {
    await requireReferences(context, {}, { cards: { cardId } });
    const thread = parentId ? await threadOf(parentId, cardId, context) : undefined;
    const on = thread?.cardId ?? cardId;
    const values = await acceptComment(context, written, {}, { activityId: commentId, cardId: on });
    const replied = thread ? { parentId: parentId ?? null, inThread: thread.authors } : { parentId: null };
    return changed(await createActivity("COMMENT", commentId, { ...values, cardId: on, ...replied }, context));
  },
});

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
      const accepted = await acceptComment(context, patch, values, {
        activityId: commentId,
        cardId: commentOf(current).cardId,
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
      await requireCardSeen(context, values);
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
  run: async ({ commentId }, context): Promise<ChangedComment> => changed(await moveActivity(commentId, types, true, context)),
});

const restore = procedure({
  name: "comments.restore",
  kind: "mutation",
  input: CommentRef,
  can: ["COMMENTS", "delete"],
  run: async ({ commentId }, context): Promise<ChangedComment> => changed(await moveActivity(commentId, types, false, context)),
});

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
    await requireCardSeen(context, parent.values);
    if (parent.trashedAt) throw new KartisError("NOT_FOUND");
    const thread = (await repliesOf(orgId, await activitySightOf(context), [commentId], mostReplies)).get(commentId);
    return { rows: (thread?.rows ?? []).map(commentOf), total: thread?.total ?? 0 };
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
    await requireCardSeen(context, comment.values);
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

export const commentProcedures = [create, update, react, remove, restore, replies, versions] as const;
