import type { JournalAction } from "../../data/journal.ts";
import type { PermissionType } from "../../kernel/permission.ts";

/** What an activity holds, in the shape of its type's schema. Absent keys have no value. */
export type ActivityValues = Readonly<Record<string, unknown>>;

/** What lists select and sort by, whatever the type. */
export interface ActivityColumns {
  readonly title: string;
  readonly assignee: string | null;
  /** The day, for something that has no hour; `YYYY-MM-DD`. */
  readonly dueDay: string | null;
  /** The instant by which it is due; of a day, its end in the organization's zone. */
  readonly dueAt: string | null;
  readonly isDone: boolean;
  readonly doneAt: string | null;
  /** Higher is more urgent; 0 without one. */
  readonly priority: number;
  readonly cardId: string | null;
}

/** A type of activity (SPEC section 3): one file here and one line in `list.ts`. */
export interface ActivityDefinition {
  /** The permission that covers it. */
  readonly permission: PermissionType;
  readonly actions: Readonly<Record<"create" | "update" | "delete" | "restore" | "purge", JournalAction>>;
  columns(values: ActivityValues): ActivityColumns;
  /** Values that follow from others, which mean nothing to people who read the journal. */
  readonly derived: readonly string[];
}
