import back from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import styles from "../message-templates.module.css";
import type { Template } from "../templates.ts";
import type { TemplateChanges } from "./useTemplateChanges.ts";

interface TemplateHeaderProps extends Pick<TemplateChanges, "removal"> {
  title: string;
  template: Omit<Template, "id">;
  isSaved: boolean;
  /** Something is written that is not saved. */
  isDirty: boolean;
  onBack: () => void;
}

/** The name of a template, how it is deleted or reset, and why it cannot be changed. */
export function TemplateHeader({ title, template, isSaved, isDirty, removal, onBack }: TemplateHeaderProps) {
  const t = useT();
  const can = useCan();
  const { kind, version, canUpdate, canDelete } = template;
  return (
    <>
      <header className={styles.header}>
        <span className={styles.back}>
          <IconButton icon={back} flipIcon label={t("messageTemplates.back")} onPress={onBack} />
        </span>
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        {isSaved && version > 0 && canDelete && can(["TEMPLATES", "delete"]) && (
          <Button isPending={removal.isPending} isDisabled={isDirty} onPress={() => void removal.submit()}>
            {kind ? t("messageTemplates.reset") : t("messageTemplates.delete")}
          </Button>
        )}
      </header>
      {!canUpdate && (
        <p className={styles.note} role="note">
          {t("messageTemplates.readOnly")}
        </p>
      )}
    </>
  );
}
