import type { Task } from "@kartis/core/activities/tasks/schema.ts";

export type ChoiceKind = "snooze" | "due" | "assign" | "priority" | "card" | "repeat" | "customRepeat" | "reminder" | "menu";

/** The open choice: its kind, its tasks, and its anchor. */
export interface Choice {
  readonly kind: ChoiceKind;
  readonly tasks: readonly Task[];
  readonly anchor: Element;
  /** It is for everything that is selected, of which these tasks are only what is here. */
  readonly isMany?: boolean;
}

export type OpenChoice = (kind: ChoiceKind, tasks: readonly Task[], anchor: Element) => void;
