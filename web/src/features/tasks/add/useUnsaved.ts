import { useSyncExternalStore } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { newId } from "../../../lib/new-id.ts";
import { createTask, type NewTask } from "../changes/create.ts";
import { dropUnsent, sendTask, subscribeToUnsent, unsentTasks } from "../changes/unsent.ts";

/** Creates tasks, and has those that could not be, and those that are on their way for the first time. */
export function useUnsaved() {
  const all = useSyncExternalStore(subscribeToUnsent, unsentTasks);
  return {
    unsaved: all.filter(({ reason }) => reason !== undefined),
    sending: all.filter(({ reason }) => reason === undefined),
    take: dropUnsent,
    /** Under the same id it is made once, also where the answer was lost. */
    create: (task: NewTask, id = newId("act")) => void sendTask(createTask, task, id).catch(reportFailure),
  };
}
