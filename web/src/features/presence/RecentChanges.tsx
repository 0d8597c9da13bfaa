import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import styles from "./presence.module.css";

/** SPEC section 9, "Audit preview". */
const previewed = 10;

/** Latest changes: who, what, how long ago. Only for people who can read the audit. */
export function RecentChanges() {
  const t = useT();
  const format = useFormat();
  const mayRead = useCan()(["AUDIT", "read"]);
  const { data } = useQuery(
    trpc.audit.search.queryOptions({ limit: previewed }, { enabled: mayRead, staleTime: 0, meta: { quiet: true } }),
  );
  if (!data || data.entries.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("presence.recent")}</h2>
      <ul>
        {data.entries.map((entry) => (
          <li key={entry.id} className={styles.change}>
            <span className={styles.who}>
              <bdi>{entry.user ?? t("presence.system")}</bdi>
              <span className={styles.where}>{t.find(`audit.action.${entry.action}`) ?? entry.action}</span>
            </span>
            <time className={styles.when} dateTime={entry.createdAt}>
              {format.relative(entry.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
