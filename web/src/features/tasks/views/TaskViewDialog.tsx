import type { TaskView, TaskViewState } from "@kartis/core/task-views/schema.ts";
import { useState } from "react";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { validationMessage } from "../../fields/validation.ts";
import { AudienceField } from "../../cards/views/AudienceField.tsx";
import { changeTaskView, createTaskView } from "./actions.ts";

interface TaskViewDialogProps {
  /** State of the new view. */
  state: TaskViewState;
  /** The view to rename; absent to make one. */
  view?: TaskView | undefined;
  mayMakePrivate: boolean;
  onClose: () => void;
  onDone: (view: TaskView) => void;
}

/** Name and audience of a view. */
export function TaskViewDialog({ state, view, mayMakePrivate, onClose, onDone }: TaskViewDialogProps) {
  const t = useT();
  const [name, setName] = useState(view?.name ?? "");
  const [isPrivate, setPrivate] = useState(view?.isPrivate ?? true);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [viewId] = useState(() => newId("viw"));

  async function save() {
    if (name.trim() === "") return setError(t("validation.required"));
    setSaving(true);
    try {
      const words = { name: name.trim() };
      const saved = view
        ? await changeTaskView(view, isPrivate === view.isPrivate ? words : { ...words, isPrivate })
        : await createTaskView({ ...words, id: viewId, isPrivate, state });
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
      {mayMakePrivate && <AudienceField isPrivate={isPrivate} onChange={setPrivate} sharedHint={t("tasks.view.shared.hint")} />}
    </FormDialog>
  );
}
