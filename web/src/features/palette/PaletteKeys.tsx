import { useFormat, useT } from "../../lib/i18n.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import styles from "./palette.module.css";

/** The keys of the palette, and how many cards fit; `found` is undefined while that is not known. */
export function PaletteKeys({ hasChosen, found }: { hasChosen: boolean; found: number | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <footer className={styles.footer}>
      <span>
        <Kbd keys="↑+↓" /> {t("palette.move")}
      </span>
      <span>
        <Kbd keys="Enter" /> {t("palette.run")}
      </span>
      <span>
        <Kbd keys="Mod+Enter" /> {t("palette.newTab")}
      </span>
      <span>
        <Kbd keys="Tab" /> {t("palette.choose")}
      </span>
      {hasChosen && (
        <span>
          <Kbd keys="Backspace" /> {t("palette.removeLast")}
        </span>
      )}
      <span className={styles.count} role="status">
        {found !== undefined && t("palette.found", { count: found, shown: format.number(found) })}
      </span>
    </footer>
  );
}
