import { isId } from "@kartis/core/kernel/id-form.ts";
import type { NewTask } from "../changes/create.ts";
import type { TasksSearch } from "../search.ts";

/** What a task that is added to a list has, so that it is in the list: the person, the priority and the card that the list is narrowed to. */
export function givenBy({ chip, who, priority, card }: TasksSearch): Partial<NewTask> {
  return {
    ...(priority ? (priority === "none" ? {} : { priority }) : chip === "high" ? { priority: "HIGH" as const } : {}),
    ...(who === "none" ? { assignedTo: null } : isId("usr", who) ? { assignedTo: who } : {}),
    ...(card ? { cardId: card } : {}),
  };
}
