import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import { useEffect, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import styles from "./QuickAdd.module.css";

/** An answer that takes no longer needs no line, which would only flicker. */
const shownAfterMs = 800;

/** A task that the server has not taken yet. */
export function Sending({ title }: { title: string }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={styles.unsaved} role="status" data-waiting>
      <Icon of={clock} />
      <span className={styles.words}>
        <bdi className={styles.typed}>{title}</bdi> <span>{t("common.saving")}</span>
      </span>
    </div>
  );
}
