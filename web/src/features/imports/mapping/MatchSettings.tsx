import { type ImportMode, importModes } from "@kartis/core/imports/schema.ts";
import { canMatch } from "@kartis/core/imports/rules.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { reasonOf } from "../../records/denied.ts";
import { type Denial, useWhyNot, type WhyNot } from "../../records/rights.ts";
import styles from "../imports.module.css";
import type { Settings } from "../job.ts";
import type { ImportTarget } from "../targets/target.ts";

interface MatchSettingsProps {
  target: ImportTarget;
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** The field that rows find their cards by unless somebody chooses another: one that identifies, and is in the file. */
export function usualMatch(target: ImportTarget, { mapping }: Settings): string | null {
  const mapped = target.fields.filter((field) => canMatch(field) && mapping.some(({ fieldId }) => fieldId === field.id));
  return (
    (mapped.find(({ id }) => target.identifiers.includes(id)) ?? mapped.find(({ type: kind }) => kind === "email") ?? mapped[0])
      ?.id ?? null
  );
}

/** Why the rights do not let one import so. */
const denialOf = (mode: ImportMode, whyNot: WhyNot): Denial | undefined =>
  (mode === "update" ? undefined : whyNot("create")) ?? (mode === "create" ? undefined : whyNot("update"));

/** The mode, or else the one that the rights let one have. */
export const permittedMode = (mode: ImportMode, whyNot: WhyNot): ImportMode =>
  [mode, ...importModes].find((candidate) => !denialOf(candidate, whyNot)) ?? mode;

/** Choice of whether rows become new cards or update existing ones, and how those are matched. */
export function MatchSettings({ target, settings, onChange }: MatchSettingsProps) {
  const t = useT();
  const whyNot = useWhyNot();
  const denials = importModes.map((id) => denialOf(id, whyNot));
  const denial = denials.find((denied) => denied !== undefined);
  const { mapping, mode, matchFieldId, clearEmpty } = settings;
  const candidates = target.fields.filter((field) => canMatch(field) && mapping.some(({ fieldId }) => fieldId === field.id));
  return (
    <div className={styles.settings}>
      <RadioGroup
        label={t("imports.mode")}
        value={mode}
        onChange={(id) => {
          const chosen = importModes.find((other) => other === id) ?? "create";
          onChange({ ...settings, mode: chosen, matchFieldId: matchFieldId ?? usualMatch(target, settings) });
        }}
        options={importModes.map((id, at) => ({ id, label: t(`imports.mode.${id}`), isDisabled: denials[at] !== undefined }))}
        description={denial && reasonOf(t, denial)}
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
