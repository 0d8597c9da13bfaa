import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { offerUndo } from "../../undo/undo.ts";
import { inChunks, sayFailed } from "./change.ts";
import { refreshTasks } from "./refresh.ts";
import { inTurn } from "./saving.ts";

/** Brings tasks back from the trash; says which way that failed, and offers it again. */
export const restoreTasks = (tasks: readonly Task[]): Promise<void> =>
  inTurn(async () => {
    const ids = tasks.map(({ id }) => id);
    const { saved, recordIds, error } = await inChunks(ids, (taskIds) => client.tasks.restoreMany.mutate({ taskIds }));
    const message = currentTranslate()("tasks.trash.restored", { count: saved.length || tasks.length });
    offerUndo({ recordIds, message });
    const left = tasks.filter(({ id }) => !saved.some((task) => task.id === id));
    if (error) await sayFailed(error, message, () => void restoreTasks(left));
    await refreshTasks();
  }).catch(reportFailure);
