import error from "@fluentui/svg-icons/icons/error_circle_16_regular.svg?icon";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import type { NewTask } from "../changes/create.ts";
import styles from "./QuickAdd.module.css";

/** A task that the server did not take, or that did not reach it. */
export interface Unsaved {
  readonly id: ActivityId;
  readonly task: NewTask;
  readonly reason: string;
  readonly isPending: boolean;
}

/** What was typed, why it is not saved, and the ways on. */
export function NotCreated({ unsaved, onRetry, onEdit }: { unsaved: Unsaved; onRetry: () => void; onEdit: () => void }) {
  const t = useT();
  return (
    <div className={styles.unsaved} role="alert">
      <Icon of={error} />
      <span className={styles.words}>
        <bdi className={styles.typed}>{unsaved.task.title}</bdi> <span>{unsaved.reason}</span>
      </span>
      <Button size={24} variant="ghost" isPending={unsaved.isPending} onPress={onRetry}>
        {t("common.retry")}
      </Button>
      <Button size={24} variant="ghost" onPress={onEdit}>
        {t("common.edit")}
      </Button>
    </div>
  );
}
