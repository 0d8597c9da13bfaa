import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import styles from "./KeyHints.module.css";

/** A key, and what it does. */
export function KeyHint({ keys, label }: { keys: string; label: string }) {
  return (
    <span className={styles.hint}>
      <Kbd keys={keys} /> {label}
    </span>
  );
}

/** What the keys do with a card that was found. */
export function CardKeyHints() {
  const t = useT();
  return (
    <>
      <KeyHint keys="Mod+Enter" label={t("palette.newTab")} />
      <KeyHint keys="Tab" label={t("palette.choose")} />
    </>
  );
}
