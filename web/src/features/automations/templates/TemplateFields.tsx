import type { NamedTemplate } from "@kartis/core/automations/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { TemplateId } from "@kartis/core/kernel/id.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { path } from "../../message-templates/templates.ts";
import { TemplatePreview } from "./TemplatePreview.tsx";
import styles from "./templates.module.css";

/** Empty for one that is still to be chosen. */
export type ChosenTemplate = TemplateId | "";

export interface TemplateFieldsProps {
  channel: NamedTemplate["channel"];
  type: CardType;
  options: readonly NamedTemplate[];
  templateId: ChosenTemplate;
  errorMessage: string | undefined;
  onChange: (templateId: TemplateId) => void;
}

/** Select for a template, with its preview and a link to it. */
export function TemplateFields({ channel, type, options, templateId, errorMessage, onChange }: TemplateFieldsProps) {
  const t = useT();
  const chosen = options.find(({ id }) => id === templateId);
  return (
    <>
      <Select
        label={t("automations.template")}
        isRequired
        options={options.map(({ id, name }) => ({ id, label: name }))}
        value={chosen ? templateId : null}
        errorMessage={errorMessage}
        onChange={(id) => {
          const made = options.find((one) => one.id === id);
          if (made) onChange(made.id);
        }}
      />
      {chosen && templateId !== "" && (
        <div className={styles.below}>
          <TemplatePreview key={templateId} channel={channel} type={type} templateId={templateId} isReadable={chosen.isOffered} />
          <p className={styles.about}>{t("automations.action.template.language")}</p>
          {chosen.isOffered && <Link href={`${path}?template=${templateId}`}>{t("automations.action.template.open")}</Link>}
        </div>
      )}
    </>
  );
}
