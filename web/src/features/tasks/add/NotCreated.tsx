import error from "@fluentui/svg-icons/icons/error_circle_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { isSending, type Unsent } from "../changes/unsent.ts";
import styles from "./QuickAdd.module.css";

/** What was typed, why it is not saved, and the ways on. */
export function NotCreated({ unsaved, onRetry, onEdit }: { unsaved: Unsent; onRetry: () => void; onEdit: () => void }) {
  const t = useT();
  return (
    <div className={styles.unsaved} role="alert">
      <Icon of={error} />
      <span className={styles.words}>
        <bdi className={styles.typed}>{unsaved.task.title}</bdi>{" "}
        <span>{unsaved.isRefused ? unsaved.reason : t("card.unsaved.offline")}</span>
      </span>
      <Button size={24} variant="ghost" isPending={isSending(unsaved.id)} onPress={onRetry}>
        {t("common.retry")}
      </Button>
      <Button size={24} variant="ghost" onPress={onEdit}>
        {t("common.edit")}
      </Button>
    </div>
  );
}
