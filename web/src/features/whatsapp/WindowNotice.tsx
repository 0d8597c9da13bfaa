import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { useWhen } from "../dates/when.ts";
import type { WindowState } from "./window.ts";
import styles from "./whatsapp.module.css";

/** Until when free-form messages may be sent, shown before somebody writes: a quiet line while there is time, a warning when there is little or none. */
export function WindowNotice({ state, endsAt }: { state: WindowState; endsAt: string | null }) {
  const t = useT();
  const when = useWhen();
  const time = endsAt === null ? "" : when.full(endsAt);
  return (
    <p className={styles.window} data-state={state}>
      <Icon of={clock} />
      {state === "closed"
        ? t("whatsapp.window.closed")
        : t(state === "open" ? "whatsapp.window.until" : "whatsapp.window.ending", { time })}
    </p>
  );
}
