import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import error from "@fluentui/svg-icons/icons/error_circle_16_regular.svg?icon";
import { useIsOnline } from "../../../lib/live/online.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { isSending, type Unsent } from "../changes/unsent.ts";
import styles from "./QuickAdd.module.css";

/** An unsaved task: its text, the reason, and what to do next. */
export function NotCreated({ unsaved, onRetry, onEdit }: { unsaved: Unsent; onRetry: () => void; onEdit: () => void }) {
  const t = useT();
  // Nothing is wrong with what only waits for the network, and trying it now would change nothing.
  const isWaiting = !useIsOnline() && !unsaved.isRefused;
  return (
    <div className={styles.unsaved} role={isWaiting ? "status" : "alert"} data-waiting={isWaiting || undefined}>
      <Icon of={isWaiting ? clock : error} />
      <span className={styles.words}>
        <bdi className={styles.typed}>{unsaved.task.title}</bdi>{" "}
        <span>{unsaved.isRefused ? unsaved.reason : t(isWaiting ? "card.unsaved.offline" : "card.unsaved.waiting")}</span>
      </span>
      {!isWaiting && (
        <Button size={24} variant="ghost" isPending={isSending(unsaved.id)} onPress={onRetry}>
          {t("common.retry")}
        </Button>
      )}
      <Button size={24} variant="ghost" onPress={onEdit}>
        {t("common.edit")}
      </Button>
    </div>
  );
}
