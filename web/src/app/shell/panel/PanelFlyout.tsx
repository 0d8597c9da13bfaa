import { Dialog } from "react-aria-components/Dialog";
import { ModalOverlay } from "react-aria-components/Modal";
import { Modal } from "../../../ui/overlays/Modal.tsx";
import { useT } from "../../../lib/i18n.tsx";
import { useArea } from "../areas/area.ts";
import { Panel } from "./Panel.tsx";
import styles from "./PanelFlyout.module.css";

/** The panel where the screen has no room for it, beside the rail or, on phones, at the screen's edge. */
export function PanelFlyout({ onClose }: { onClose: () => void }) {
  const t = useT();
  const area = useArea();
  return (
    <ModalOverlay className={styles.overlay ?? ""} data-modal isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={styles.flyout ?? ""}>
        <Dialog className={styles.dialog ?? ""} aria-label={t(`shell.${area}`)}>
          <Panel onLeave={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
