import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import styles from "./filters.module.css";

/** The chips on a phone. */
export function FilterSheet({
  footerStart,
  onClose,
  children,
}: {
  footerStart: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <Dialog
      title={t("cards.filters")}
      isOpen
      onClose={onClose}
      footerStart={footerStart}
      footer={
        <Button size={32} variant="primary" onPress={onClose}>
          {t("cards.filters.show")}
        </Button>
      }
    >
      <div className={styles.sheet}>{children}</div>
    </Dialog>
  );
}
