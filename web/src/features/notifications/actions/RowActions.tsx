import type { NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";

const ReplyAction = later(
  async () => (await withWords(["timeline", "files", "validation"], import("./ReplyAction.tsx"))).ReplyAction,
);
const TaskActions = later(
  async () => (await withWords(["tasks", "reminders", "recurrence"], import("./TaskActions.tsx"))).TaskActions,
);
const ImportActions = later(
  async () => (await withWords(["imports", "audit", "tasks"], import("./ImportActions.tsx"))).ImportActions,
);

const AssignedTasks = later(
  async () => (await withWords(["tasks", "reminders", "recurrence"], import("./AssignedTasks.tsx"))).AssignedTasks,
);

interface RowActionsProps {
  group: NotificationGroup;
  /** Where the row leads. */
  href: string;
  /** Something was done about the row, or about one of its subjects: that is read. */
  onActed: (subjectId?: string) => void;
}

/** What can be done about a notification in its row, without going to its place; at most two buttons (DESIGN.md section 16). */
export function RowActions({ group, href, onActed }: RowActionsProps) {
  const { count, entries, subjects } = group;
  const [entry] = entries;
  const [subject] = subjects;
  if (!entry || !subject) return null;
  if (count > 1) return entry.kind === "taskAssigned" ? <AssignedTasks group={group} onActed={onActed} /> : null;
  switch (entry.kind) {
    case "mention":
    case "commentReplied":
    case "taskCommented": {
      const { cardId, threadId: parentId, taskId } = subject;
      const on = taskId ? { taskId } : cardId && parentId ? { cardId, parentId } : undefined;
      return on ? <ReplyAction on={on} href={href} onReplied={() => onActed()} /> : null;
    }
    case "taskAssigned":
    case "taskReminder":
      return isId("act", subject.id) && subject.name !== null ? (
        <TaskActions taskId={subject.id} onActed={() => onActed(subject.id)} />
      ) : null;
    case "importDone":
      return isId("opn", subject.id) ? (
        <ImportActions operationId={subject.id} typeId={entry.details["typeId"]} onActed={() => onActed()} />
      ) : null;
    default:
      return null;
  }
}
