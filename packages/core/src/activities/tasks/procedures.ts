import { readScopeOf, scopeOf } from "../../cards/index.ts";
import { commitContextOf } from "../../data/commit.ts";
import type { JournalRecord } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, newId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import type { StoredActivity } from "../activity.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import { authorOf } from "../author.ts";
import { madeBefore } from "../changes.ts";
import { countComments } from "../replica/comments.ts";
import { listTasks } from "../replica/task-list.ts";
import { countTasks, namesOfTheirCards, type TrashedTasks, trashedTasks } from "../replica/tasks.ts";
import { activitySightOf } from "../sight.ts";
import { activityKey, getActivity } from "../store.ts";
import { changeSetOf, trashing } from "../writes.ts";
import { taskCreation } from "./creation.ts";
import { moveMany, updateMany } from "./many.ts";
import { requireReferences } from "../references.ts";
import { changeOfTask } from "./change.ts";
import { orderOf } from "./order.ts";
import { namedBy, patchOf } from "./patch.ts";
import { taskOf } from "./rules.ts";
import {
  type AcceptedTask,
  type ChangedTask,
  CreateTaskInput,
  ListTasksInput,
  TaskCountsInput,
  type TaskCounts,
  TaskIdSchema,
  type TaskList,
  TaskRef,
  TaskRefs,
  type TasksChanged,
  type TaskWithCard,
  TrashedTasksInput,
  UpdateTaskInput,
  UpdateTasksInput,
} from "./schema.ts";
import { settingsOf } from "../settings.ts";

/** Builds the query context of a list: the caller, their scope and time zone. */
async function asking(context: OrgContext, timeZone: string) {
  const [scope, cardScope] = await Promise.all([scopeOf(context, "TASKS"), readScopeOf(context)]);
  return { orgId: context.principal.orgId, scope, cardScope, timeZone, nowMs: context.clock.now() };
}

const list = procedure({
  name: "tasks.list",
  kind: "query",
  input: ListTasksInput,
  can: ["TASKS", "read"],
  asksReplica: true,
  async run({ timeZone, cursor, limit, sort, group, reversed, ...filter }, context): Promise<TaskList> {
    const [asked, order] = await Promise.all([
      asking(context, timeZone),
      orderOf(context.principal.orgId, filter, { sort, group, reversed }),
    ]);
    const tasks = await listTasks(asked, filter, order, { cursor, limit });
    const ids = tasks.rows.map(({ id }) => id);
    return { ...tasks, comments: await countComments(asked.orgId, await activitySightOf(context), ids) };
  },
});

const counts = procedure({
  name: "tasks.counts",
  kind: "query",
  input: TaskCountsInput,
  can: ["TASKS", "read"],
  asksReplica: true,
  run: async ({ timeZone }, context): Promise<TaskCounts> =>
    countTasks(await asking(context, timeZone), context.principal.userId),
});

const trash = procedure({
  name: "tasks.trash",
  kind: "query",
  input: TrashedTasksInput,
  can: ["TASKS", "delete"],
  /** Trashed tasks that the caller may restore: those within the scope of their permission to delete. */
  run: async (page, context): Promise<TrashedTasks> => trashedTasks(await asking(context, "UTC"), page),
});

const get = procedure({
  name: "tasks.get",
  kind: "query",
  input: TaskRef,
  can: ["TASKS", "read"],
  reads: (raw, orgId) => {
    const parsed = TaskIdSchema.safeParse(Object(raw).taskId);
    return parsed.success ? [activityKey(orgId, parsed.data)] : [];
  },
  async run({ taskId }, context): Promise<TaskWithCard> {
    const { orgId } = context.principal;
    const task = taskOf(await getActivity(orgId, await scopeOf(context, "TASKS"), "TASK", taskId));
    return { ...task, cards: await namesOfTheirCards(orgId, await readScopeOf(context), [task]) };
  },
});

const changed = (activity: StoredActivity, records: readonly JournalRecord[]): ChangedTask => ({
  ...taskOf(activity),
  recordId: records[0]?.id ?? null,
});

const create = procedure({
  name: "tasks.create",
  kind: "mutation",
  input: CreateTaskInput,
  can: ["TASKS", "create"],
  async run({ taskId, attachments, ...input }, context): Promise<ChangedTask> {
    const { principal, clock, once } = context;
    const { orgId, userId } = principal;
    const values = { ...input, assignedTo: input.assignedTo === undefined ? userId : input.assignedTo };
    const [{ timeZone }, files] = await Promise.all([
      settingsOf(principal),
      acceptAttachments(orgId, attachments, { activityId: taskId, cardId: values.cardId, current: {} }),
      requireReferences(context, {}, namedBy(values)),
    ]);
    const id = taskId ?? once?.newId("act") ?? newId("act", clock.now());
    const by = authorOf(context);
    const asked = { ...values, ...files };
    try {
      const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
        const made = taskCreation(orgId, asked, { by, timeZone, at, id });
        return changeSetOf(made, made.activity);
      });
      return changed(result, records);
    } catch (error) {
      const earlier = await madeBefore(orgId, taskId, error, { by: by.createdBy, type: "TASK", meant: meantBy(asked, timeZone) });
      return changed(earlier, []);
    }
  },
});

/** What a repeated call has to repeat: what people give, without what follows from it. A task that has been done since is still the one that was meant. */
function meantBy({ done, ...given }: AcceptedTask, timeZone: string) {
  const values = patchOf(given, {}, timeZone, "");
  return {
    values: { ...Object.fromEntries(Object.keys(given).map((name) => [name, values[name]])), ...(done ? { done } : {}) },
    messageKey: "errors.taskBefore",
  };
}

const update = procedure({
  name: "tasks.update",
  kind: "mutation",
  input: UpdateTaskInput,
  can: ["TASKS", "update"],
  async run({ taskId, expectedVersion, ...given }, context): Promise<ChangedTask> {
    const { orgId } = context.principal;
    const [scope, { timeZone }] = await Promise.all([scopeOf(context, "TASKS"), settingsOf(context.principal)]);
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getActivity(orgId, scope, "TASK", taskId);
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      await requireReferences(context, current.values, namedBy(given));
      const [written, ...more] = await changeOfTask(orgId, current, given, { expectedVersion, timeZone, at });
      return changeSetOf(written, current, more);
    });
    return changed(result, records);
  },
});

const updateSeveral = procedure({
  name: "tasks.updateMany",
  kind: "mutation",
  input: UpdateTasksInput,
  can: ["TASKS", "update"],
  /** Each task has its own outcome, so that a refused one does not hold up the others; the changes are one record. */
  run: ({ changes }, context): Promise<TasksChanged> => updateMany(changes, context),
});

async function move(taskId: ActivityId, trashed: boolean, context: OrgContext): Promise<ChangedTask> {
  const { orgId } = context.principal;
  const scope = await scopeOf(context, "TASKS");
  const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
    const current = await getActivity(orgId, scope, "TASK", taskId);
    return changeSetOf(trashing(orgId, current, trashed, at), current);
  });
  return changed(result, records);
}

const remove = procedure({
  name: "tasks.remove",
  kind: "mutation",
  input: TaskRef,
  can: ["TASKS", "delete"],
  /** Moves a task to the trash, where it can be restored for 90 days. */
  run: ({ taskId }, context): Promise<ChangedTask> => move(taskId, true, context),
});

const restore = procedure({
  name: "tasks.restore",
  kind: "mutation",
  input: TaskRef,
  can: ["TASKS", "delete"],
  run: ({ taskId }, context): Promise<ChangedTask> => move(taskId, false, context),
});

const removeSeveral = procedure({
  name: "tasks.removeMany",
  kind: "mutation",
  input: TaskRefs,
  can: ["TASKS", "delete"],
  run: ({ taskIds }, context): Promise<TasksChanged> => moveMany(taskIds, true, context),
});

const restoreSeveral = procedure({
  name: "tasks.restoreMany",
  kind: "mutation",
  input: TaskRefs,
  can: ["TASKS", "delete"],
  run: ({ taskIds }, context): Promise<TasksChanged> => moveMany(taskIds, false, context),
});

export const taskProcedures = [
  list,
  counts,
  get,
  create,
  update,
  updateSeveral,
  remove,
  removeSeveral,
  restore,
  restoreSeveral,
  trash,
] as const;
