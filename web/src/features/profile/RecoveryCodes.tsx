import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Mono } from "../../ui/display/Num.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { Uncopied } from "../settings/Uncopied.tsx";
import { useShownOnce } from "../settings/useShownOnce.ts";
import styles from "./ProfilePage.module.css";

/** Shown this once: only their hashes are kept. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const { isWarned, noteCopied, close } = useShownOnce(onClose);
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    await navigator.clipboard.writeText(text);
    noteCopied();
    showToast({ tone: "success", title: t("security.recovery.copied") });
  }

  function download() {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "kartis-recovery-codes.txt";
    link.click();
    noteCopied();
    URL.revokeObjectURL(url);
  }

  return (
    <Dialog
      title={t("security.recovery.title")}
      isOpen
      isDirty
      onClose={close}
      footer={
        <Button variant="primary" size={32} onPress={onClose}>
          {t("security.recovery.done")}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.note}>{t("security.recovery.intro")}</p>
        <ul className={styles.codes} onCopy={noteCopied}>
          {codes.map((code) => (
            <li key={code}>
              <Mono>{code}</Mono>
            </li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button onPress={() => void copy()}>{t("common.copy")}</Button>
          <Button onPress={download}>{t("security.recovery.download")}</Button>
        </div>
        {isWarned && <Uncopied />}
      </div>
    </Dialog>
  );
}
