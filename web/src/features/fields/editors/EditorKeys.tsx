import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import styles from "./Editor.module.css";

/** What the keys do in a list of which several are chosen: Enter only ticks there. */
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
