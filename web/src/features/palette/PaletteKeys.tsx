import { useFormat, useT } from "../../lib/i18n.tsx";
import { CardKeyHints, KeyHint } from "./search/KeyHints.tsx";
import styles from "./palette.module.css";

/** The keys of the palette, and how many cards fit; `found` is undefined while that is not known. */
export function PaletteKeys({ hasChosen, found }: { hasChosen: boolean; found: number | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <footer className={styles.footer}>
      <KeyHint keys="↑+↓" label={t("palette.move")} />
      <KeyHint keys="Enter" label={t("palette.run")} />
      <CardKeyHints />
      {hasChosen && <KeyHint keys="Backspace" label={t("palette.removeLast")} />}
      <span className={styles.count} role="status">
        {found !== undefined && t("palette.found", { count: found, shown: format.number(found) })}
      </span>
    </footer>
  );
}
