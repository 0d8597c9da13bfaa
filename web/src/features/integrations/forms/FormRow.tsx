import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { offerUndo } from "../../undo/undo.ts";
import { AskDialog } from "../AskDialog.tsx";
import { HookRow } from "../HookRow.tsx";
import styles from "../webhooks/webhooks.module.css";
import { type Form, refreshForms } from "./queries.ts";

const hues = { draft: "slate", active: "green", paused: "amber" } as const;

/** Whether visitors can fill it in and what they send becomes cards, in a word. */
export function FormState({ form: { state, attention } }: { form: Form }) {
  const t = useT();
  if (attention) return <Pill hue="red">{t("integrations.state.attention")}</Pill>;
  return <Pill hue={hues[state]}>{t(`leadForms.state.${state}`)}</Pill>;
}

interface FormRowProps {
  form: Form;
  mayManage: boolean;
  isFocused: boolean;
  onOpen: () => void;
}

/** A form: pressing it opens it; its menu has its actions. */
export function FormRow({ form, mayManage, isFocused, onOpen }: FormRowProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [isRemoving, setRemoving] = useState(false);
  const { id: formId, version: expectedVersion, name, typeId, state, attention } = form;
  const turn = (next: "active" | "paused") =>
    void client.leadForms.update.mutate({ formId, expectedVersion, state: next }).then(refreshForms, reportFailure);
  async function remove() {
    const { recordId } = await client.leadForms.remove.mutate({ formId });
    offerUndo({ recordId, message: t("leadForms.removed", { name }) });
    await refreshForms();
  }
  const head = (
    <>
      <span className={styles.rowHead}>
        <bdi className={styles.name}>{name}</bdi>
        <FormState form={form} />
      </span>
      <bdi className={styles.quiet}>{types.find(({ id }) => id === typeId)?.pluralName}</bdi>
      {attention && (
        <span className={styles.quiet} data-health="disabled">
          {t(`incomingWebhooks.attention.${attention}`)}
        </span>
      )}
      {state !== "active" && <span className={styles.quiet}>{t(`leadForms.${state}Text`)}</span>}
    </>
  );
  return (
    <HookRow
      id={formId}
      head={head}
      mayManage={mayManage}
      isFocused={isFocused}
      onOpen={onOpen}
      actions={t("leadForms.actions", { name })}
      items={
        <>
          <MenuItem onAction={onOpen}>{t("leadForms.open")}</MenuItem>
          {/* A draft is published where one sees it. */}
          {state !== "draft" && (
            <MenuItem onAction={() => turn(state === "active" ? "paused" : "active")}>
              {t(state === "active" ? "leadForms.pause" : "leadForms.resume")}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem tone="danger" onAction={() => setRemoving(true)}>
            {t("leadForms.remove")}
          </MenuItem>
        </>
      }
    >
      {isRemoving && (
        <AskDialog
          title={t("leadForms.removeTitle", { name })}
          action={t("leadForms.remove")}
          text={t("leadForms.removeText")}
          isDanger
          onClose={() => setRemoving(false)}
          onSubmit={remove}
        />
      )}
    </HookRow>
  );
}
