import type { LayoutSettings } from "@kartis/core/layouts/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import styles from "../editor.module.css";

interface LayoutSettingsFormProps {
  settings: LayoutSettings;
  onChange: (settings: LayoutSettings) => void;
}

/** Settings of the type's card page, for all layouts. */
export function LayoutSettingsForm({ settings, onChange }: LayoutSettingsFormProps) {
  const t = useT();
  const { sections } = settings;
  return (
    <fieldset className={styles.settings}>
      <legend className={styles.label}>{t("cardTypes.layout.settings")}</legend>
      <Checkbox isSelected={settings.importantFirst} onChange={(importantFirst) => onChange({ ...settings, importantFirst })}>
        {t("cardTypes.layout.importantFirst")}
      </Checkbox>
      <Checkbox isSelected={settings.hideEmpty} onChange={(hideEmpty) => onChange({ ...settings, hideEmpty })}>
        {t("cardTypes.layout.hideEmpty")}
      </Checkbox>
      {(["related", "files", "history"] as const).map((section) => (
        <Checkbox
          key={section}
          isSelected={sections[section]}
          onChange={(isShown) => onChange({ ...settings, sections: { ...sections, [section]: isShown } })}
        >
          {t(`cardTypes.layout.show.${section}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
