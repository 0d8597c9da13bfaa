import { useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import type { Delivery } from "./queries.ts";

const hues = { waiting: "amber", delivered: "green", failed: "red" } as const;

/** State of a delivery, in a word. */
export function DeliveryState({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const t = useT();
  return <Pill hue={state === "waiting" && attempts === 0 ? "slate" : hues[state]}>{t(`webhooks.state.${state}`)}</Pill>;
}
