import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import styles from "./webhooks.module.css";

/** An endpoint's signing secret, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useT();
  async function copy() {
    await navigator.clipboard.writeText(secret);
    showToast({ tone: "success", title: t("webhooks.secret.copied") });
  }
  return (
    <Dialog
      title={t("webhooks.secret.title")}
      isOpen
      isDirty
      size={560}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("webhooks.secret.done")}
          </Button>
          <Button size={32} variant="primary" autoFocus onPress={() => void copy()}>
            {t("common.copy")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t("webhooks.secret.text")}</p>
        <code className={styles.secret} dir="ltr">
          {secret}
        </code>
      </div>
    </Dialog>
  );
}
