import { useEffect, useState, useSyncExternalStore } from "react";
import { subscribeToWaits, waitsUntil } from "../../lib/calls/waits.ts";
import { useT } from "../../lib/i18n.tsx";
import styles from "./Strip.module.css";

/** At the top of the sheet while a question that came too soon for the server waits to be asked again. */
export function Waiting() {
  const t = useT();
  const until = useSyncExternalStore(subscribeToWaits, waitsUntil);
  const isWaiting = until > 0;
  return (
    <div className={styles.place}>
      <div className={isWaiting ? styles.strip : undefined}>
        <span role="status">{isWaiting && t("errors.busy")}</span>
        {isWaiting && <Left until={until} />}
      </div>
    </div>
  );
}

/** Counts down; no screen reader reads each second out. */
function Left({ until }: { until: number }) {
  const t = useT();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000));
  return <span role="timer">{t("errors.busyFor", { seconds })}</span>;
}
