import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { later } from "../../../lib/later.tsx";
import { withWords } from "../../../lib/i18n.tsx";

/** A task on the calendar is opened as in its list; it comes with what that needs. */
export const OpenTask = later<OpenTaskProps>(
  async () => (await withWords(["recurrence"], import("./TaskBeside.tsx"))).TaskBeside,
);

export interface OpenTaskProps {
  /** What the address names; a meeting is none of its business. */
  taskId: ActivityId | undefined;
  cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  onClose: () => void;
}
