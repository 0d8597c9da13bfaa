import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import styles from "./TasksPage.module.css";

/** Key hints below the list. */
export function KeyHints() {
  const t = useT();
  const hints = [
    [["J", "K"], "move"],
    [["X"], "select"],
    [["E"], "done"],
    [["S"], "snooze"],
    [["A"], "assign"],
    [["D"], "due"],
    [["1", "2", "3"], "priority"],
    [["Enter"], "open"],
    [["O"], "card"],
  ] as const;
  return (
    <div className={styles.hints} aria-hidden="true">
      <div className={styles.fitting}>
        {hints.map(([keys, name]) => (
          <span key={name} className={styles.hint}>
            {keys.map((key) => (
              <Kbd key={key} keys={key} />
            ))}
            {t(`tasks.hint.${name}`)}
          </span>
        ))}
      </div>
      <span className={`${styles.hint} ${styles.all}`}>
        <Kbd keys="?" />
        {t("tasks.hint.all")}
      </span>
    </div>
  );
}
