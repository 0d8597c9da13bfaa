import { scopeOf } from "../../cards/index.ts";
import { commitContextOf } from "../../data/commit.ts";
import { errorShape, KartisError } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities, requireReached } from "../store.ts";
import { type ActivityWrite, edit, trashing } from "../writes.ts";
import { requireTaskReferences } from "./references.ts";
import { taskOf, withConsequences } from "./rules.ts";
import type { TaskChange, TaskOutcome, TasksChanged } from "./schema.ts";
import { settingsOf } from "./settings.ts";

/** Changes tasks, at most `tasksAtOnce`, by one record. */
export async function updateMany(changes: readonly TaskChange[], context: OrgContext): Promise<TasksChanged> {
  const { timeZone } = await settingsOf(context.principal);
  const changeOf = new Map(changes.map((change) => [change.taskId, change]));
  return changeTogether([...changeOf.keys()], context, async (current, at) => {
    const change = changeOf.get(current.id);
    if (!change || current.trashedAt) throw new KartisError("NOT_FOUND");
    const { taskId: _, expectedVersion, ...values } = change;
    await requireTaskReferences(context, current.values, values);
    const patch = withConsequences(values, current.values, timeZone, at);
    return edit(context.principal.orgId, current, patch, expectedVersion, at);
  });
}

/** Moves tasks, at most `tasksAtOnce`, to the trash or back out of it, by one record. */
export const moveMany = (taskIds: readonly ActivityId[], trashed: boolean, context: OrgContext): Promise<TasksChanged> =>
  changeTogether(taskIds, context, async (current, at) => trashing(context.principal.orgId, current, trashed, at));

/** Each has its own outcome; those that can be changed are, in one transaction. */
async function changeTogether(
  taskIds: readonly ActivityId[],
  context: OrgContext,
  change: (current: StoredActivity, at: string) => Promise<ActivityWrite | undefined>,
): Promise<TasksChanged> {
  const { orgId } = context.principal;
  const scope = await scopeOf(context, "TASKS");
  const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
    const found = await findActivities(orgId, taskIds);
    const made = await Promise.all(
      taskIds.map(async (taskId): Promise<{ outcome: TaskOutcome; written?: ActivityWrite | undefined }> => {
        try {
          const current = requireReached(scope, found.get(taskId));
          const written = await change(current, at);
          return { outcome: { taskId, task: taskOf(written?.activity ?? current), error: null }, written };
        } catch (error) {
          if (!(error instanceof KartisError)) throw error;
          const { code, messageKey, fields } = errorShape(error, context.requestId);
          const shown = { code, ...(messageKey ? { messageKey } : {}), ...(fields ? { fields } : {}) };
          return { outcome: { taskId, task: null, error: shown } };
        }
      }),
    );
    const written = made.flatMap((one) => one.written ?? []);
    return {
      writes: written.map(({ write }) => write),
      records: written.length > 0 ? [{ changes: written.map((one) => one.change) }] : [],
      result: made.map(({ outcome }) => outcome),
    };
  });
  return { outcomes: result, recordId: records[0]?.id ?? null };
}
