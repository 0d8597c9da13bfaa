import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import styles from "../sms/sms.module.css";

/** The URL to enter at the provider, so that it reports calls to Kartis. */
export function HookUrl({ url, provider }: { url: string; provider: string }) {
  const t = useT();
  async function copy() {
    await navigator.clipboard.writeText(url);
    showToast({ tone: "success", code: "copied:voip", title: t("voip.hook.copied") });
  }
  return (
    <section aria-label={t("voip.hook")}>
      <h3 className={styles.title}>{t("voip.hook")}</h3>
      <p className={styles.quiet}>{t.find(`voip.hook.about.${provider}`)}</p>
      <div className={styles.form}>
        <TextField
          label={t("voip.hook.url")}
          textDirection="ltr"
          isReadOnly
          value={url}
          onChange={() => undefined}
          after={<IconButton icon={copyIcon} size={24} label={t("voip.hook.copy")} onPress={() => void copy()} />}
        />
      </div>
    </section>
  );
}
