import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import half from "@fluentui/svg-icons/icons/circle_half_fill_20_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { withStatuses } from "./draft.ts";
import styles from "./editor.module.css";
import { newOption, plainField } from "./new-draft.ts";
import { OptionsEditor } from "./fields/OptionsEditor.tsx";
import { useEditor } from "./useTypeEditor.ts";

/** The options of the status field: the board's lanes and the pills of every list. */
export function StatusesSection() {
  const t = useT();
  const { draft, edit } = useEditor();
  const status = draft.fields.find((field) => field.id === "status");

  function begin() {
    edit((before) => ({
      ...before,
      fields: before.fields.toSpliced(1, 0, {
        ...plainField("status", "status", "singleSelect", t("fields.standard.status")),
        options: [newOption(t("cardTypes.firstStatus"), 8)],
      }),
    }));
  }

  if (!status) {
    return (
      <EmptyState
        icon={half}
        title={t("cardTypes.noStatuses")}
        actions={
          <Button variant="primary" icon={add} onPress={begin}>
            {t("cardTypes.addStatuses")}
          </Button>
        }
      >
        {t("cardTypes.noStatuses.line")}
      </EmptyState>
    );
  }
  return (
    <div className={styles.scroll}>
      <div className={styles.narrow}>
        <p className={styles.lead}>{t("cardTypes.statuses.lead")}</p>
        <OptionsEditor
          fieldId="status"
          label={t("cardTypes.section.statuses")}
          addLabel={t("cardTypes.addStatus")}
          emptyText={t("cardTypes.problem.noOptions")}
          options={status.options}
          onChange={(options) => edit((before) => withStatuses(before, options))}
        />
      </div>
    </div>
  );
}
