import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { assign, moveToDay, setCard, setPriority, toggleDone } from "../../changes/acts.ts";
import { prioritiesByKey } from "../../choices/PriorityChoice.tsx";
import { todayHere } from "../../../dates/days.ts";
import type { Section } from "../../sections.ts";

type Target = Pick<Section, "kind" | "key">;

/** Nothing can be moved to overdue, and without groups there is nowhere to move to. */
export const canTake = ({ kind, key }: Target): boolean => key !== "overdue" && kind !== "none";

/**
 * Applies a drop of tasks into a section: they are due that day, belong to that person or card, are that urgent, or are done.
 * @param askDay Later is no day: which one it is to be is asked for.
 */
export function putInto({ kind, key }: Target, tasks: readonly Task[], askDay: () => void): void {
  if (kind === "done") return toggleDone(tasks.filter(({ done }) => !done));
  if (kind === "due" && key === "today") return moveToDay(tasks, todayHere());
  if (kind === "due" && key === "tomorrow") return moveToDay(tasks, dayAfter(todayHere()));
  if (kind === "due" && key === "later") return askDay();
  if (kind === "assignee") return assign(tasks, isId("usr", key) ? key : null);
  if (kind === "priority") return setPriority(tasks, prioritiesByKey.find((known) => known === key) ?? null);
  if (kind === "card") return setCard(tasks, isId("crd", key) ? key : null);
}
