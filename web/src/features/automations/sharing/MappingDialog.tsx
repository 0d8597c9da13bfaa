import { longestName } from "@kartis/core/automations/schema.ts";
import { choicesOf, completed, imported, inOrder, isChosen, type Mapping } from "@kartis/core/automations/sharing/import.ts";
import type { Reference, Shared } from "@kartis/core/automations/sharing/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import type { ImportDialogProps } from "./ImportDialog.tsx";
import styles from "./sharing.module.css";
import { useSurroundings } from "./useSurroundings.ts";
import { useDistinctName } from "../useDistinctName.ts";

interface MappingDialogProps extends ImportDialogProps {
  shared: Shared;
  onBack: () => void;
}

/** What a shared automation refers to, and what that becomes here. What has the same name is chosen already. */
export function MappingDialog({ shared, isPending, onBack, onClose, onImport }: MappingDialogProps) {
  const t = useT();
  const around = useSurroundings();
  const distinct = useDistinctName();
  const [written, setName] = useState<string>();
  const name = written ?? distinct(shared.name);
  const [chosen, setChosen] = useState<Mapping>({});
  const [isChecked, setChecked] = useState(false);
  if (!around) return null;
  const mapping = completed(shared, chosen, around);
  const choose = (token: string, value: string) => setChosen({ ...chosen, [token]: value });
  const nameProblem =
    name.trim() === ""
      ? isChecked && t("automations.problem.name")
      : name.trim().length > longestName && t("automations.problem.length", { about: String(longestName) });
  function submit() {
    setChecked(true);
    const definition = imported(shared, mapping, around ?? { types: [], people: [], roles: [], templates: [] });
    const cardTypeId = mapping[shared.cardType];
    if (definition && isId("typ", cardTypeId) && !nameProblem && name.trim() !== "")
      onImport(name.trim(), cardTypeId, definition);
  }
  const errorOf = (reference: Reference, value: string | undefined): string | undefined => {
    if (!isChecked || isChosen(reference, value)) return undefined;
    return t(reference.kind === "address" && value ? "validation.url" : "automations.import.choose");
  };
  return (
    <FormDialog
      title={t("automations.import")}
      action={t("automations.import.create")}
      size={560}
      isPending={isPending}
      isDirty
      onClose={onClose}
      onCancel={onBack}
      onSubmit={submit}
    >
      <p>{t("automations.import.mapping")}</p>
      <div className={styles.form}>
        <TextField
          label={t("automations.name")}
          isRequired
          value={name}
          errorMessage={nameProblem || undefined}
          onChange={setName}
        />
        {inOrder(shared).map(([token, reference]) => {
          const { kind } = reference;
          const label = t(`automations.import.${kind}`, { name: reference.name || t("automations.gone") });
          const errorMessage = errorOf(reference, mapping[token]);
          if (kind === "address")
            return (
              <TextField
                key={token}
                label={label}
                isRequired
                type="url"
                dir="ltr"
                value={mapping[token] ?? ""}
                errorMessage={errorMessage}
                onChange={(value) => choose(token, value)}
              />
            );
          return (
            <Select
              key={token}
              label={label}
              isRequired
              options={choicesOf(reference, mapping, around).map(({ id, name: option }) => ({ id, label: option }))}
              value={mapping[token] ?? null}
              errorMessage={errorMessage}
              onChange={(id) => choose(token, id)}
            />
          );
        })}
      </div>
    </FormDialog>
  );
}
