import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useCardTypes } from "../../cards/types.ts";
import { useSaving } from "../../settings/useSaving.ts";
import { refreshForms } from "./queries.ts";

interface AddFormProps {
  onClose: () => void;
  onMade: (id: string) => void;
}

/** What a new form is called, and which cards its submissions become. */
export function AddForm({ onClose, onMade }: AddFormProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [name, setName] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const type = types.find(({ id }) => id === chosenId) ?? types[0];
  const { isPending, fields, submit, clear } = useSaving(async () => {
    if (!type) return;
    const { id } = await client.leadForms.create.mutate({ name, typeId: type.id });
    await refreshForms();
    onMade(id);
  });
  return (
    <FormDialog
      title={t("leadForms.add")}
      action={t("leadForms.add")}
      size={560}
      isDirty={name !== ""}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void submit(name.trim() === "" ? { name: "validation.required" as const } : {})}
    >
      <TextField
        label={t("leadForms.name")}
        description={t("leadForms.name.about")}
        isRequired
        autoFocus
        maxLength={100}
        value={name}
        onChange={(next) => {
          setName(next);
          clear("name");
        }}
        errorMessage={fields["name"]}
      />
      <Select
        label={t("leadForms.type")}
        options={types.map(({ id, name: label }) => ({ id, label }))}
        value={type?.id ?? null}
        onChange={setChosenId}
      />
    </FormDialog>
  );
}
