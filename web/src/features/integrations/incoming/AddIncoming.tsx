import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useCardTypes } from "../../cards/types.ts";
import { useSaving } from "../../settings/useSaving.ts";
import { refreshIncoming } from "./queries.ts";

interface AddIncomingProps {
  onClose: () => void;
  onMade: (id: string) => void;
}

/** What a new webhook is called, and which cards its calls become. */
export function AddIncoming({ onClose, onMade }: AddIncomingProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [name, setName] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const type = types.find(({ id }) => id === chosenId) ?? types[0];
  const { isPending, fields, submit, clear } = useSaving(async () => {
    if (!type) return;
    const { id } = await client.incomingWebhooks.create.mutate({ name, typeId: type.id });
    await refreshIncoming();
    onMade(id);
  });
  return (
    <FormDialog
      title={t("incomingWebhooks.add")}
      action={t("incomingWebhooks.add")}
      size={560}
      isDirty={name !== ""}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void submit(name.trim() === "" ? { name: "validation.required" as const } : {})}
    >
      <TextField
        label={t("incomingWebhooks.name")}
        description={t("incomingWebhooks.name.about")}
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
        label={t("incomingWebhooks.type")}
        options={types.map(({ id, name: label }) => ({ id, label }))}
        value={type?.id ?? null}
        onChange={setChosenId}
      />
    </FormDialog>
  );
}
