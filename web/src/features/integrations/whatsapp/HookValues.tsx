import verifiedIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import type { WhatsAppSettings } from "@kartis/core/whatsapp/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import styles from "../sms/sms.module.css";

/** The values to copy into Meta's app, so that it calls Kartis, and whether it has verified them. */
export function HookValues({ url, verifyToken, verifiedAt }: NonNullable<WhatsAppSettings["hook"]>) {
  const t = useT();
  const format = useFormat();
  return (
    <section aria-label={t("whatsapp.hook")}>
      <h3 className={styles.title}>{t("whatsapp.hook")}</h3>
      <p className={styles.quiet}>{t("whatsapp.hook.about")}</p>
      <div className={styles.form}>
        <Value label={t("whatsapp.hook.url")} value={url} />
        <Value label={t("whatsapp.hook.token")} value={verifyToken} />
      </div>
      <p className={styles.senderHead} role="status">
        {verifiedAt ? (
          <>
            <span className={styles.good}>
              <Icon of={verifiedIcon} />
            </span>
            {t("whatsapp.hook.verified", { at: format.dateTime(verifiedAt) })}
          </>
        ) : (
          <span className={styles.quiet}>{t("whatsapp.hook.waiting")}</span>
        )}
      </p>
    </section>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  const t = useT();
  async function copy() {
    await navigator.clipboard.writeText(value);
    showToast({ tone: "success", code: `copied:${label}`, title: t("whatsapp.hook.copied", { label }) });
  }
  return (
    <TextField
      label={label}
      textDirection="ltr"
      isReadOnly
      value={value}
      onChange={() => undefined}
      after={<IconButton icon={copyIcon} size={24} label={t("whatsapp.hook.copy", { label })} onPress={() => void copy()} />}
    />
  );
}
