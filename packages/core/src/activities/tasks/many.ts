import { scopeOf } from "../../cards/index.ts";
import { commitContextOf } from "../../data/commit.ts";
import { errorShape, KartisError } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities, ofType, requireReached } from "../store.ts";
import { type ActivityWrite, trashing } from "../writes.ts";
import { requireReferences } from "../references.ts";
import { changeOfTask } from "./change.ts";
import { namedBy } from "./patch.ts";
import { taskOf } from "./rules.ts";
import type { TaskChange, TaskOutcome, TasksChanged } from "./schema.ts";
import { settingsOf } from "../settings.ts";

/** Changes tasks, at most `tasksAtOnce`, by one record. */
export async function updateMany(changes: readonly TaskChange[], context: OrgContext): Promise<TasksChanged> {
  const { timeZone } = await settingsOf(context.principal);
  const changeOf = new Map(changes.map((change) => [change.taskId, change]));
  return changeTogether([...changeOf.keys()], context, async (current, at) => {
    const change = changeOf.get(current.id);
    if (!change || current.trashedAt) throw new KartisError("NOT_FOUND");
    const { taskId: _, expectedVersion, ...given } = change;
    await requireReferences(context, current.values, namedBy(given));
    const { orgId } = context.principal;
    return changeOfTask(orgId, current, given, { expectedVersion, timeZone, at });
  });
}

/** Moves tasks, at most `tasksAtOnce`, to the trash or back out of it, by one record. */
export const moveMany = (taskIds: readonly ActivityId[], trashed: boolean, context: OrgContext): Promise<TasksChanged> =>
  changeTogether(taskIds, context, async (current, at) => {
    const moved = trashing(context.principal.orgId, current, trashed, at);
    return moved ? [moved] : [];
  });

/**
 * Each has its own outcome; those that can be changed are, in one transaction.
 * @param change what is written for one: first the task itself, then what follows from it; nothing where nothing changes.
 */
async function changeTogether(
  taskIds: readonly ActivityId[],
  context: OrgContext,
  change: (current: StoredActivity, at: string) => Promise<readonly ActivityWrite[]>,
): Promise<TasksChanged> {
  const { orgId } = context.principal;
  const scope = await scopeOf(context, "TASKS");
  const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
    const found = await findActivities(orgId, taskIds);
    const made = await Promise.all(
      taskIds.map(async (taskId): Promise<{ outcome: TaskOutcome; written: readonly ActivityWrite[] }> => {
        try {
          const current = requireReached(scope, ofType("TASK", found.get(taskId)));
          const written = await change(current, at);
          return { outcome: { taskId, task: taskOf(written[0]?.activity ?? current), error: null }, written };
        } catch (error) {
          if (!(error instanceof KartisError)) throw error;
          const { code, messageKey, fields } = errorShape(error, context.requestId);
          const shown = { code, ...(messageKey ? { messageKey } : {}), ...(fields ? { fields } : {}) };
          return { outcome: { taskId, task: null, error: shown }, written: [] };
        }
      }),
    );
    const written = distinct(made.map((one) => one.written));
    return {
      writes: written.map(({ write }) => write),
      records: written.length > 0 ? [{ changes: written.map((one) => one.change) }] : [],
      result: made.map(({ outcome }) => outcome),
    };
  });
  return { outcomes: result, recordId: records[0]?.id ?? null };
}

/** One of several may be what follows from another of them; what was asked of it itself counts, since nothing is written twice. */
function distinct(all: readonly (readonly ActivityWrite[])[]): ActivityWrite[] {
  const asked = all.flatMap(([first]) => first ?? []);
  const taken = new Set<string>(asked.map(({ activity }) => activity.id));
  const more = all.flatMap(([, ...rest]) => rest).filter(({ activity }) => !taken.has(activity.id) && taken.add(activity.id));
  return [...asked, ...more];
}
