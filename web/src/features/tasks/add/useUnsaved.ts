import { useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { createTask, type NewTask } from "../changes/create.ts";
import type { Unsaved } from "./NotCreated.tsx";

/** Creates tasks, and keeps those that could not be. */
export function useUnsaved() {
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([]);
  const take = (id: string) => setUnsaved((all) => all.filter((one) => one.id !== id));

  async function run(task: NewTask, id: string) {
    setUnsaved((all) => all.map((one) => (one.id === id ? { ...one, isPending: true } : one)));
    const reason = await createTask(task);
    setUnsaved((all) => {
      const others = all.filter((one) => one.id !== id);
      return reason === undefined ? others : [...others, { id, task, reason, isPending: false }];
    });
  }

  return {
    unsaved,
    take,
    create: (task: NewTask, id: string = crypto.randomUUID()) => void run(task, id).catch(reportFailure),
  };
}
