import checkmark from "@fluentui/svg-icons/icons/checkmark_20_regular.svg?icon";
import snooze from "@fluentui/svg-icons/icons/snooze_20_regular.svg?icon";
import { useT } from "../../../../lib/i18n.tsx";
import { Icon } from "../../../../ui/display/Icon.tsx";
import { useIsPhone } from "../../../../lib/device/useIsPhone.ts";
import styles from "./dragging.module.css";

/** Hint that a swipe uncovers beside a row on a phone. The row's checkbox and menu do the same. */
export function SwipeHint({ isDone }: { isDone: boolean }) {
  const t = useT();
  if (!useIsPhone()) return null;
  return (
    <>
      <span className={styles.done} aria-hidden="true">
        <Icon of={checkmark} size={20} />
        {t(isDone ? "tasks.reopen" : "tasks.done")}
      </span>
      <span className={styles.snooze} aria-hidden="true">
        {t("tasks.snooze")}
        <Icon of={snooze} size={20} />
      </span>
    </>
  );
}
