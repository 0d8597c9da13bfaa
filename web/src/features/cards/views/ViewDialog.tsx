import type { SavedView, ViewState } from "@kartis/core/views/schema.ts";
import { useState, type FormEvent } from "react";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { validationMessage } from "../../fields/validation.ts";
import { AudienceField } from "./AudienceField.tsx";
import { changeView, createView } from "./view-actions.ts";
import styles from "./views.module.css";

interface ViewDialogProps {
  typeId: SavedView["typeId"];
  /** State of the new view. */
  state: ViewState;
  /** The view to change; absent to create one. */
  view?: SavedView;
  onClose: () => void;
  onDone?: (view: SavedView) => void;
}

/** Name, description, and for whom a view is. */
export function ViewDialog({ typeId, state, view, onClose, onDone }: ViewDialogProps) {
  const t = useT();
  const [name, setName] = useState(view?.name ?? "");
  const [description, setDescription] = useState(view?.description ?? "");
  const [isPrivate, setPrivate] = useState(view?.isPrivate ?? true);
  const [error, setError] = useState<{ field: "name" | "form"; message: string }>();
  const [isSaving, setSaving] = useState(false);
  const [viewId] = useState(() => newId("viw"));

  async function save() {
    if (name.trim() === "") return setError({ field: "name", message: t("validation.required") });
    setSaving(true);
    try {
      const input = { name: name.trim(), description: description.trim(), isPrivate };
      const { isPrivate: _, ...words } = input;
      const done = view
        ? await changeView(view, isPrivate === view.isPrivate ? words : input)
        : await createView({ ...input, viewId, typeId, state });
      onClose();
      onDone?.(done);
    } catch (failure) {
      const problem = toAppError(failure);
      const own = problem.fields?.["name"];
      setError(own ? { field: "name", message: validationMessage(t, own) } : { field: "form", message: errorMessage(problem) });
    } finally {
      setSaving(false);
    }
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    save().catch(reportFailure);
  }

  const title = t(view ? "views.edit" : "views.create");
  return (
    <Dialog
      title={title}
      isOpen
      isDirty={name !== (view?.name ?? "") || description !== (view?.description ?? "")}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            variant="primary"
            type="submit"
            form="view-form"
            isPending={isSaving}
            pendingLabel={t("common.saving")}
          >
            {t(view ? "common.save" : "views.create")}
          </Button>
        </>
      }
    >
      <form id="view-form" className={styles.form} onSubmit={onSubmit}>
        <TextField
          label={t("views.name")}
          value={name}
          onChange={(next) => {
            setError(undefined);
            setName(next);
          }}
          maxLength={80}
          autoFocus
          errorMessage={error?.field === "name" ? error.message : undefined}
        />
        <TextArea label={t("views.description")} value={description} onChange={setDescription} maxLength={500} />
        <AudienceField isPrivate={isPrivate} onChange={setPrivate} sharedHint={t("views.shared.hint")} />
        {error?.field === "form" && (
          <p className={styles.failure} role="alert">
            {error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
