import { importModes } from "@kartis/core/imports/schema.ts";
import { canMatch } from "@kartis/core/imports/rules.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { Select } from "../../ui/Select.tsx";
import styles from "./imports.module.css";
import type { Settings } from "./job.ts";

interface MatchSettingsProps {
  type: CardType;
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** The field that rows find their cards by unless somebody chooses another: one that identifies, and is in the file. */
export function usualMatch(type: CardType, { mapping }: Settings): string | null {
  const mapped = type.fields.filter((field) => canMatch(field) && mapping.some(({ fieldId }) => fieldId === field.id));
  return (
    (mapped.find(({ id }) => type.identifiers.includes(id)) ?? mapped.find(({ type: kind }) => kind === "email") ?? mapped[0])
      ?.id ?? null
  );
}

/** Whether rows become cards or change those that are there, and which of them. */
export function MatchSettings({ type, settings, onChange }: MatchSettingsProps) {
  const t = useT();
  const { mapping, mode, matchFieldId, clearEmpty } = settings;
  const candidates = type.fields.filter((field) => canMatch(field) && mapping.some(({ fieldId }) => fieldId === field.id));
  return (
    <div className={styles.settings}>
      <RadioGroup
        label={t("imports.mode")}
        value={mode}
        onChange={(id) => {
          const chosen = importModes.find((other) => other === id) ?? "create";
          onChange({ ...settings, mode: chosen, matchFieldId: matchFieldId ?? usualMatch(type, settings) });
        }}
        options={importModes.map((id) => ({ id, label: t(`imports.mode.${id}`) }))}
      />
      {mode !== "create" && (
        <>
          <Select
            label={t("imports.matchBy")}
            description={t("imports.matchBy.note")}
            options={candidates.map((field) => ({ id: field.id, label: field.label }))}
            value={candidates.some(({ id }) => id === matchFieldId) ? matchFieldId : null}
            onChange={(fieldId) => onChange({ ...settings, matchFieldId: fieldId })}
          />
          <Checkbox isSelected={clearEmpty} onChange={(isSelected) => onChange({ ...settings, clearEmpty: isSelected })}>
            {t("imports.clearEmpty")}
          </Checkbox>
        </>
      )}
    </div>
  );
}
