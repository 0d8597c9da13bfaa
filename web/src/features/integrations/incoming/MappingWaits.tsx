import { useT } from "../../../lib/i18n.tsx";
import styles from "../webhooks/webhooks.module.css";

/** What to do until there are values to map. */
export function MappingWaits({ url }: { url: string }) {
  const t = useT();
  const example = `curl ${url} \\\n  -H "Content-Type: application/json" \\\n  -d '{"name": "Dana Levi", "email": "dana@example.com"}'`;
  return (
    <section className={styles.message} aria-label={t("incomingWebhooks.mapping")}>
      <h3>{t("incomingWebhooks.mapping")}</h3>
      <p role="status">{t("incomingWebhooks.mapping.waits")}</p>
      <p className={styles.quiet}>{t("incomingWebhooks.mapping.example")}</p>
      <pre className={styles.headers} dir="ltr">
        {example}
      </pre>
    </section>
  );
}
