import { sharedOf } from "@kartis/core/automations/sharing/export.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Banner } from "../../../ui/feedback/Banner.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import warning from "@fluentui/svg-icons/icons/warning_16_filled.svg?icon";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import styles from "./sharing.module.css";
import { useSurroundings } from "./useSurroundings.ts";

/** The automation's draft as a text for other organizations, to copy or to download. */
export function ShareDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const t = useT();
  const around = useSurroundings();
  const shared = around && sharedOf(automation, around);
  const text = shared ? `${JSON.stringify(shared, null, 2)}\n` : "";
  async function copy() {
    await navigator.clipboard.writeText(text);
    showToast({ tone: "success", title: t("common.copied") });
  }
  function download() {
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${automation.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.kartis.json`;
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <Dialog
      isOpen
      size={560}
      title={t("automations.share")}
      onClose={onClose}
      footer={
        shared && (
          <>
            <Button size={32} onPress={download}>
              {t("automations.share.download")}
            </Button>
            <Button size={32} variant="primary" onPress={() => void copy()}>
              {t("common.copy")}
            </Button>
          </>
        )
      }
    >
      {shared === null ? (
        <Banner tone="warning" icon={warning} label={t("automations.share")} action={null}>
          {t("automations.share.impossible")}
        </Banner>
      ) : (
        <div className={styles.form}>
          <p>{t("automations.share.about")}</p>
          <TextArea label={t("automations.share.text")} rows={10} maxRows={14} isReadOnly dir="ltr" value={text} />
        </div>
      )}
    </Dialog>
  );
}
