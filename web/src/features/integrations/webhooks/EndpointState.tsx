import { useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import type { Endpoint } from "./queries.ts";
import { useInstants } from "./useInstants.ts";
import styles from "./webhooks.module.css";

type Health = "works" | "new" | "failing" | "paused" | "disabled";

const healthOf = ({ state, failingSince, succeededAt }: Endpoint): Health => {
  if (state !== "active") return state;
  return failingSince ? "failing" : succeededAt ? "works" : "new";
};
const hues = { works: "green", new: "slate", failing: "amber", paused: "slate", disabled: "red" } as const;

/** The endpoint's health, in a word. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const t = useT();
  const health = healthOf(endpoint);
  return <Pill hue={hues[health]}>{t(`webhooks.health.${health}`)}</Pill>;
}

/** Since when, and why; nothing for one that has sent nothing yet. What has become of attempts is also shown while it is paused or disabled. */
export function StateReason({ endpoint }: { endpoint: Endpoint }) {
  const t = useT();
  const format = useInstants();
  const { failingSince, succeededAt, disabledReason, previousSecretUntil, state } = endpoint;
  const health = healthOf(endpoint);
  return (
    <>
      {state === "paused" && <span className={styles.quiet}>{t("webhooks.pausedText")}</span>}
      {disabledReason && (
        <span className={styles.quiet} data-health={health}>
          {t(`webhooks.disabled.${disabledReason}`)}
        </span>
      )}
      {failingSince ? (
        <span className={styles.quiet} data-health="failing">
          {t("webhooks.failingSince", { when: format.instant(failingSince) })}
        </span>
      ) : (
        succeededAt && <span className={styles.quiet}>{t("webhooks.succeededAt", { when: format.instant(succeededAt) })}</span>
      )}
      {previousSecretUntil && (
        <span className={styles.quiet}>{t("webhooks.overlap", { when: format.instant(previousSecretUntil) })}</span>
      )}
    </>
  );
}
