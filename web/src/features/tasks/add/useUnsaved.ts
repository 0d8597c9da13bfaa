import { useState } from "react";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { newId } from "../../../lib/new-id.ts";
import { createTask, type NewTask } from "../changes/create.ts";
import type { Unsaved } from "./NotCreated.tsx";

/** Creates tasks, and keeps those that could not be. */
export function useUnsaved() {
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([]);
  const take = (id: ActivityId) => setUnsaved((all) => all.filter((one) => one.id !== id));

  async function run(task: NewTask, id: ActivityId) {
    setUnsaved((all) => all.map((one) => (one.id === id ? { ...one, isPending: true } : one)));
    const reason = await createTask(task, id);
    setUnsaved((all) => {
      const others = all.filter((one) => one.id !== id);
      return reason === undefined ? others : [...others, { id, task, reason, isPending: false }];
    });
  }

  return {
    unsaved,
    take,
    /** Under the same id it is made once, also where the answer was lost. */
    create: (task: NewTask, id = newId("act")) => void run(task, id).catch(reportFailure),
  };
}
