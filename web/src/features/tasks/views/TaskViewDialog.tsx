import type { TaskView, TaskViewState } from "@kartis/core/task-views/schema.ts";
import { useState } from "react";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { validationMessage } from "../../cards/fields/validation.ts";
import { changeTaskView, createTaskView } from "./actions.ts";
import styles from "./views.module.css";

interface TaskViewDialogProps {
  /** What a new view shows. */
  state: TaskViewState;
  /** The view to rename; absent to make one. */
  view?: TaskView | undefined;
  mayMakePrivate: boolean;
  onClose: () => void;
  onDone: (view: TaskView) => void;
}

/** What a view is called, and who sees it. */
export function TaskViewDialog({ state, view, mayMakePrivate, onClose, onDone }: TaskViewDialogProps) {
  const t = useT();
  const [name, setName] = useState(view?.name ?? "");
  const [isPrivate, setPrivate] = useState(view?.isPrivate ?? true);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    if (name.trim() === "") return setError(t("validation.required"));
    setSaving(true);
    try {
      const words = { name: name.trim() };
      const saved = view
        ? await changeTaskView(view, isPrivate === view.isPrivate ? words : { ...words, isPrivate })
        : await createTaskView({ ...words, isPrivate, state });
      onClose();
      onDone(saved);
    } catch (failure) {
      const problem = toAppError(failure);
      const own = problem.fields?.["name"];
      setError(own ? validationMessage(t, own) : errorMessage(problem));
    } finally {
      setSaving(false);
    }
    return undefined;
  }

  return (
    <FormDialog
      title={t(view ? "tasks.view.rename" : "views.create")}
      action={t(view ? "common.save" : "views.create")}
      isDirty={name !== (view?.name ?? "")}
      isPending={isSaving}
      pendingLabel={t("common.saving")}
      onClose={onClose}
      onSubmit={() => void save().catch(reportFailure)}
    >
      <TextField
        label={t("views.name")}
        value={name}
        onChange={(next) => {
          setError(undefined);
          setName(next);
        }}
        maxLength={80}
        autoFocus
        errorMessage={error}
      />
      {mayMakePrivate && (
        <div className={styles.audience}>
          <SegmentedControl
            label={t("views.audience")}
            options={[
              { id: "private", label: t("views.private") },
              { id: "shared", label: t("views.shared") },
            ]}
            value={isPrivate ? "private" : "shared"}
            onChange={(id) => setPrivate(id === "private")}
          />
          <p className={styles.hint}>{t(isPrivate ? "views.private.hint" : "tasks.view.shared.hint")}</p>
        </div>
      )}
    </FormDialog>
  );
}
