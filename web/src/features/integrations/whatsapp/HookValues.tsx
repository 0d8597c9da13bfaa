import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import styles from "../sms/sms.module.css";

/** The values to copy into Meta's app, so that it calls Kartis. */
export function HookValues({ url, verifyToken }: { url: string; verifyToken: string }) {
  const t = useT();
  return (
    <section aria-label={t("whatsapp.hook")}>
      <h3 className={styles.title}>{t("whatsapp.hook")}</h3>
      <p className={styles.quiet}>{t("whatsapp.hook.about")}</p>
      <div className={styles.form}>
        <TextField label={t("whatsapp.hook.url")} textDirection="ltr" isReadOnly value={url} onChange={() => undefined} />
        <TextField
          label={t("whatsapp.hook.token")}
          textDirection="ltr"
          isReadOnly
          value={verifyToken}
          onChange={() => undefined}
        />
      </div>
    </section>
  );
}
