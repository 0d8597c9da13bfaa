import { useT } from "../../../../lib/i18n.tsx";
import { Button } from "../../../../ui/actions/Button.tsx";
import type { UnsavedEdit } from "../../clashes.ts";
import { discardUnsaved, saveUnsaved, useUnsavedReason } from "../../unsaved.ts";
import styles from "./UnsavedNote.module.css";

/** Below a value of the card that is not saved: why, another try, and the way back. */
export function UnsavedNote({ kept }: { kept: UnsavedEdit }) {
  const t = useT();
  const reason = useUnsavedReason();
  return (
    <p className={styles.note} role="status" data-retry>
      <span className={styles.why}>{reason}</span>
      <Button
        size={24}
        aria-label={t("card.unsaved.retry", { label: kept.field.label })}
        onPress={() => saveUnsaved(true, [kept])}
      >
        {t("common.retry")}
      </Button>
      <Button size={24} variant="ghost" onPress={() => discardUnsaved(kept)}>
        {t("card.unsaved.discard")}
      </Button>
    </p>
  );
}
