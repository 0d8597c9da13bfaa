import type { TaskFilter } from "@kartis/core/activities/tasks/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { TasksSearch } from "../search.ts";
import { readDueRange } from "./due-range.ts";
import { peopleIn, prioritiesIn } from "./several.ts";

interface Asker {
  readonly userId: string;
  readonly cardTypeId: string | undefined;
  /** The last day of the week. */
  readonly weekEnd: string;
}

/** In the API's form: it validates the ids. */
export type AskedFilter = Partial<TaskFilter>;

/** The filter panel's state as the API takes it; a view stores the same. */
export function narrowedBy(search: TasksSearch, cardTypeId: string | undefined): AskedFilter {
  const { who, priority, card, due, reminder, repeat, q } = search;
  const { from, until } = (due && readDueRange(due)) || {};
  return {
    ...(who ? { assignedTo: [...peopleIn(who)] } : {}),
    ...(priority ? { priorities: [...prioritiesIn(priority)] } : {}),
    ...(isId("typ", cardTypeId) ? { cardTypeId } : {}),
    ...(card ? { cardId: card } : {}),
    ...(from === undefined ? {} : { dueFrom: from }),
    ...(until === undefined ? {} : { dueUntil: until }),
    ...(reminder ? { hasReminder: reminder === "yes" } : {}),
    ...(repeat ? { repeats: repeat === "yes" } : {}),
    ...(q ? { text: q } : {}),
  };
}

/** The filter of the list, as the API takes it. */
export function filterOf(search: TasksSearch, { userId, cardTypeId, weekEnd }: Asker): AskedFilter {
  const { list, chip } = search;
  const mine = isId("usr", userId) ? [userId] : [];
  return {
    ...(chip === "high" ? { priorities: ["HIGH" as const] } : {}),
    ...(chip === "week" && list !== "done" ? { dueUntil: weekEnd } : {}),
    ...narrowedBy(search, cardTypeId),
    ...(list === "done" ? { state: "done" as const } : {}),
    ...(list === "mine" ? { assignedTo: mine } : {}),
    ...(list === "assigned" ? { createdBy: mine, notAssignedTo: mine } : {}),
  };
}
