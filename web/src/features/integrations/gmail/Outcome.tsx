import { useRouterState } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.tsx";
import styles from "../sms/sms.module.css";

const outcomes = ["connected", "denied", "scopes", "taken", "failed"] as const;

/** What came of connecting, as the address says once Google has sent the browser back. */
export function Outcome() {
  const t = useT();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> }); // as the address has it
  const outcome = outcomes.find((known) => known === search["gmail"]);
  if (!outcome) return null;
  return outcome === "connected" ? (
    <p role="status">{t("gmail.outcome.connected")}</p>
  ) : (
    <p role="alert" className={styles.wrong}>
      {t(`gmail.outcome.${outcome}`)}
    </p>
  );
}
