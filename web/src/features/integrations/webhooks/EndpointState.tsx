import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import type { Endpoint } from "./queries.ts";
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

/** Since when, and why; nothing for a healthy endpoint. */
export function StateReason({ endpoint }: { endpoint: Endpoint }) {
  const t = useT();
  const format = useFormatHere();
  const { failingSince, succeededAt, disabledReason, previousSecretUntil } = endpoint;
  const health = healthOf(endpoint);
  const reasons = {
    works: succeededAt && t("webhooks.succeededAt", { when: format.dateTime(succeededAt) }),
    new: null,
    failing: failingSince && t("webhooks.failingSince", { when: format.dateTime(failingSince) }),
    paused: t("webhooks.pausedText"),
    disabled: disabledReason && t(`webhooks.disabled.${disabledReason}`),
  };
  return (
    <>
      {reasons[health] && (
        <span className={styles.quiet} data-health={health}>
          {reasons[health]}
        </span>
      )}
      {previousSecretUntil && (
        <span className={styles.quiet}>{t("webhooks.overlap", { when: format.dateTime(previousSecretUntil) })}</span>
      )}
    </>
  );
}
