import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import styles from "./Editor.module.css";

/** Lists the keys of a multiple choice, where Enter only ticks. */
export function EditorKeys() {
  const t = useT();
  return (
    <footer className={styles.keys}>
      <span>
        <Kbd keys="Enter" /> {t("cards.choice.tick")}
      </span>
      <span>
        <Kbd keys="Mod+Enter" /> {t("common.save")}
      </span>
      <span>
        <Kbd keys="Escape" /> {t("common.cancel")}
      </span>
    </footer>
  );
}
