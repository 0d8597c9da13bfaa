import { useState } from "react";
import { toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import styles from "./roles.module.css";

interface RoleDialogProps {
  title: string;
  confirm: string;
  lead?: string;
  initial: { readonly name: string; readonly description: string };
  onClose: () => void;
  /** Saves it; an error is shown at the field it names. */
  onSave: (named: { name: string; description: string }) => Promise<void>;
}

/** A role's name, and what it is for. */
export function RoleDialog({ title, confirm, lead, initial, onClose, onSave }: RoleDialogProps) {
  const t = useT();
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description);
  const [isPending, setPending] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string | undefined>>>({});

  async function save() {
    if (name.trim() === "") return setProblems({ name: t("validation.required") });
    setPending(true);
    try {
      await onSave({ name: name.trim(), description: description.trim() });
      onClose();
    } catch (failure) {
      const error = toAppError(failure);
      const at = (field: string) => (error.fields?.[field] ? t.find(error.fields[field], { max: 100 }) : undefined);
      setProblems({ name: at("name"), description: at("description") });
      reportFailure(failure);
    } finally {
      setPending(false);
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      isDirty={name !== initial.name || description !== initial.description}
      action={confirm}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() => void save()}
    >
      {lead && <p className={styles.quiet}>{lead}</p>}
      {/* The dialog was opened to write the name. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField
        label={t("roles.name")}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        autoFocus
        errorMessage={problems["name"]}
      />
      <TextArea
        label={t("roles.description")}
        value={description}
        onChange={setDescription}
        maxLength={500}
        rows={2}
        errorMessage={problems["description"]}
      />
    </FormDialog>
  );
}
