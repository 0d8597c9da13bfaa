import chevronLeft from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import downloadIcon from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { KeyboardEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { ModalOverlay } from "react-aria-components/Modal";
import { Modal } from "../../ui/overlays/Modal.tsx";
import { useLocale } from "react-aria-components/I18nProvider";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { downloadUrl, inlineUrl } from "../records/file-values.ts";
import styles from "./Lightbox.module.css";

interface LightboxProps {
  images: readonly FileReference[];
  opened: string;
  onOpen: (fileId: string) => void;
  onClose: () => void;
}

/** A picture over the page; the arrow keys go on to its neighbors, Escape closes. */
export function Lightbox({ images, opened, onOpen, onClose }: LightboxProps) {
  const t = useT();
  const { direction } = useLocale();
  const index = images.findIndex((image) => image.fileId === opened);
  const image = images[index];
  const [previous, next] = [images[index - 1], images[index + 1]];
  if (!image) return null;

  function onKeyDown(event: KeyboardEvent) {
    const forward = direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const neighbour =
      event.key === forward ? next : event.key.startsWith("Arrow") && /Left|Right/.test(event.key) ? previous : undefined;
    if (!neighbour) return;
    event.preventDefault();
    onOpen(neighbour.fileId);
  }

  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      data-modal
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog className={styles.dialog ?? ""} aria-label={image.name}>
          {/* Keys bubble from the buttons; the box itself takes no focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div className={styles.frame} onKeyDown={onKeyDown}>
            <header className={styles.bar}>
              <bdi className={styles.name}>{image.name}</bdi>
              <a
                className={styles.action}
                href={downloadUrl(image.fileId)}
                download
                aria-label={t("files.download", { name: image.name })}
              >
                <Icon of={downloadIcon} />
              </a>
              <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} autoFocus />
            </header>
            <img className={styles.image} src={inlineUrl(image.fileId)} alt={image.name} />
            {images.length > 1 && (
              <footer className={styles.bar}>
                <IconButton
                  icon={chevronLeft}
                  flipIcon
                  label={t("files.previous")}
                  isDisabled={!previous}
                  onPress={() => previous && onOpen(previous.fileId)}
                />
                <span className={styles.place}>
                  {index + 1} / {images.length}
                </span>
                <IconButton
                  icon={chevronRight}
                  flipIcon
                  label={t("files.next")}
                  isDisabled={!next}
                  onPress={() => next && onOpen(next.fileId)}
                />
              </footer>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
