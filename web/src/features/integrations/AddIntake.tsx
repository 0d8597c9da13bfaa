import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { useCardTypes } from "../records/card-types.ts";
import { useSaving } from "../settings/useSaving.ts";
import type { IntakeWords } from "./IntakesPanel.tsx";

interface AddIntakeProps {
  words: IntakeWords;
  create: (input: { name: string; typeId: `typ_${string}` }) => Promise<{ readonly id: string }>;
  onClose: () => void;
  onMade: (id: string) => Promise<void>;
}

/** What a new form or webhook is called, and which cards come of it. */
export function AddIntake({ words, create, onClose, onMade }: AddIntakeProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [name, setName] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const type = types.find(({ id }) => id === chosenId) ?? types[0];
  const { isPending, fields, submit, clear } = useSaving(async () => {
    if (type) await onMade((await create({ name, typeId: type.id })).id);
  });
  return (
    <FormDialog
      title={t(words.add)}
      action={t(words.add)}
      size={560}
      isDirty={name !== ""}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void submit(name.trim() === "" ? { name: "validation.required" as const } : {})}
    >
      <TextField
        label={t(words.name)}
        description={t(words.nameAbout)}
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
        label={t(words.type)}
        options={types.map(({ id, name: label }) => ({ id, label }))}
        value={type?.id ?? null}
        onChange={setChosenId}
      />
    </FormDialog>
  );
}
