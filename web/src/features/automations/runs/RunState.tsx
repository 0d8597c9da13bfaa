import canceled from "@fluentui/svg-icons/icons/dismiss_circle_16_regular.svg?icon";
import done from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import failed from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import running from "@fluentui/svg-icons/icons/arrow_sync_16_regular.svg?icon";
import skipped from "@fluentui/svg-icons/icons/subtract_circle_16_regular.svg?icon";
import waiting from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import type { RunState } from "@kartis/core/automations/run-schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import styles from "./runs.module.css";

const icons: Readonly<Record<RunState, IconShape>> = { running, waiting, done, skipped, failed, canceled };
const hues = { running: "blue", waiting: "amber", done: "green", skipped: "slate", failed: "red", canceled: "slate" } as const;

/** The state as an icon with an accessible name. */
export function RunIcon({ state }: { state: RunState }) {
  const t = useT();
  return (
    <span className={styles.state} data-state={state}>
      <Icon of={icons[state]} label={t(`automationRuns.state.${state}`)} />
    </span>
  );
}

/** The state as a word. */
export function RunPill({ state }: { state: RunState }) {
  const t = useT();
  return <Pill hue={hues[state]}>{t(`automationRuns.state.${state}`)}</Pill>;
}
