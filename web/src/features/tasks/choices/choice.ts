import type { Task } from "@kartis/core/activities/tasks/schema.ts";

export type ChoiceKind = "snooze" | "due" | "assign" | "priority" | "card" | "repeat" | "customRepeat" | "reminder" | "menu";

/** What is being chosen, for which tasks, and where. */
export interface Choice {
  readonly kind: ChoiceKind;
  readonly tasks: readonly Task[];
  readonly anchor: Element;
}

export type OpenChoice = (kind: ChoiceKind, tasks: readonly Task[], anchor: Element) => void;
