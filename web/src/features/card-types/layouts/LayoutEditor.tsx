import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import type { LayoutDraft } from "../draft.ts";
import styles from "../editor.module.css";
import { LayoutFilter } from "./LayoutFilter.tsx";
import { LayoutGroups } from "./LayoutGroups.tsx";
import { LayoutRoles } from "./LayoutRoles.tsx";
import { LayoutSettingsForm } from "./LayoutSettingsForm.tsx";
import { useProblem } from "../useProblem.ts";
import { useEditor } from "../useTypeEditor.ts";

/** One layout: its groups of fields, what is left out, and which cards it is for. */
export function LayoutEditor({ layout }: { layout: LayoutDraft }) {
  const t = useT();
  const { edit } = useEditor();
  const problem = useProblem();
  const at = `layouts.${layout.id}`;
  const change = (next: Partial<LayoutDraft>) =>
    edit((before) => ({ ...before, layouts: before.layouts.map((one) => (one.id === layout.id ? { ...one, ...next } : one)) }));

  return (
    <div className={styles.scroll}>
      <div className={styles.layoutHead}>
        <TextField
          label={t("cardTypes.layout.title")}
          isRequired={!layout.isFirst}
          placeholder={layout.isFirst ? t("cardTypes.layout.first") : ""}
          value={layout.title}
          onChange={(title) => change({ title })}
          errorMessage={problem(`${at}.title`)}
        />
        {layout.isFirst ? (
          <p className={styles.hint}>{t("cardTypes.layout.filter.first")}</p>
        ) : (
          <div>
            <h2 className={styles.label}>{t("cardTypes.layout.filter")}</h2>
            <LayoutFilter layout={layout} onChange={(filter) => change({ filter })} />
            <p className={styles.under}>{t("cardTypes.layout.filter.help")}</p>
          </div>
        )}
        {!layout.isFirst && <LayoutRoles layout={layout} onChange={(roleIds) => change({ roleIds })} />}
      </div>
      {layout.settings && <LayoutSettingsForm settings={layout.settings} onChange={(settings) => change({ settings })} />}
      <LayoutGroups layout={layout} onChange={(groups) => change({ groups })} />
    </div>
  );
}
