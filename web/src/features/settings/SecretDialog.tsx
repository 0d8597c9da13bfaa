import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import styles from "./SecretDialog.module.css";
import { Uncopied } from "./Uncopied.tsx";
import { useShownOnce } from "./useShownOnce.ts";

interface SecretDialogProps {
  title: string;
  text: string;
  secret: string;
  /** What is said once it is copied. */
  copied: string;
  onClose: () => void;
}

/** A secret that was just made and is shown this once. */
export function SecretDialog({ title, text, secret, copied, onClose }: SecretDialogProps) {
  const t = useT();
  const { isWarned, noteCopied, close } = useShownOnce(onClose);
  async function copy() {
    await navigator.clipboard.writeText(secret);
    noteCopied();
    showToast({ tone: "success", title: copied });
  }
  return (
    <Dialog
      title={title}
      isOpen
      isDirty
      size={560}
      onClose={close}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("settings.secret.done")}
          </Button>
          <Button size={32} variant="primary" autoFocus onPress={() => void copy()}>
            {t("common.copy")}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{text}</p>
        <code className={styles.secret} dir="ltr" onCopy={noteCopied}>
          {secret}
        </code>
        {isWarned && <Uncopied />}
      </div>
    </Dialog>
  );
}
