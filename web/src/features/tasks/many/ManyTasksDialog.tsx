import type { BulkExample, BulkTaskChange, BulkTaskSelection } from "@kartis/core/bulk/schema.ts";
import { tasksAsTarget } from "@kartis/core/imports/targets/fields/tasks.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { PreviewDialog } from "../../cards/bulk/PreviewDialog.tsx";
import { TypedDeleteDialog } from "../../cards/bulk/TypedDeleteDialog.tsx";
import { useDueWords } from "../../dates/useDueWords.ts";
import { changeManyTasks } from "./change-many.ts";

interface ManyTasksDialogProps {
  selection: BulkTaskSelection;
  change: BulkTaskChange;
  count: number;
  onClose: () => void;
  /** It has begun: nothing of the list is selected any more. */
  onStarted: () => void;
}

/** Values that can be changed in many tasks; others follow from them. */
const changeable: ReadonlySet<string> = new Set(["due", "assignedTo", "priority", "done"]);

/** Shows what a change of many tasks would do before it is done; before everything is deleted it asks for the word. */
export function ManyTasksDialog({ selection, change, count, onClose, onStarted }: ManyTasksDialogProps) {
  const t = useT();
  const start = () => {
    void changeManyTasks(selection, change, count);
    onStarted();
  };
  if (change.kind === "delete")
    return (
      <TypedDeleteDialog
        title={t("changes.tasks.delete", { count })}
        message={t("cards.deleteAll.message")}
        onClose={onClose}
        onDelete={start}
      />
    );
  return <Preview selection={selection} change={change} count={count} onClose={onClose} onStart={start} />;
}

function Preview({
  selection,
  change,
  count,
  onClose,
  onStart,
}: Omit<ManyTasksDialogProps, "onStarted"> & { onStart: () => void }) {
  const t = useT();
  const { data: preview, error } = useQuery(
    trpc.bulk.preview.queryOptions(
      { target: "tasks", selection, change },
      { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } },
    ),
  );
  const words = useDueWords();
  // A day is due by its end, so it has words of its own: a field of dates or of instants would show one of the two wrong.
  const fields = tasksAsTarget(t)
    .fields.filter(({ id }) => changeable.has(id))
    .map((field) => (field.id === "due" ? { ...field, type: "text" as const } : field));
  const inWords = (values: BulkExample["before"]) =>
    typeof values["due"] === "string" ? { ...values, due: words.inFull(values["due"]) } : values;
  const shown = preview && {
    ...preview,
    examples: preview.examples.map((example) => ({
      ...example,
      before: inWords(example.before),
      after: inWords(example.after),
    })),
  };
  return (
    <PreviewDialog
      title={t("changes.tasks.title", { count })}
      preview={shown}
      error={error ? toAppError(error) : undefined}
      of="tasks"
      types={[{ id: "TASK", fields }]}
      apply={t("changes.tasks.apply", { count: preview?.changing ?? 0 })}
      onClose={onClose}
      onChange={onStart}
    />
  );
}
