import failed from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./whatsapp.module.css";

export type Delivery = "sending" | "sent" | "delivered" | "read" | "failed" | "unknown";

const ticks = { sent: 1, delivered: 2, read: 2 } as const;

/** A message's delivery state as a mark: one tick for sent, two for delivered, in the accent color once read; with the word beside it. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  if (delivery === "failed" || delivery === "unknown")
    return (
      <span className={styles.failedMark}>
        <Icon of={failed} />
      </span>
    );
  if (delivery === "sending") return <Icon of={clock} size={14} />;
  return (
    <svg
      className={styles.ticks}
      data-read={delivery === "read" || undefined}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <path d="m1.5 8.5 3 3 6-7" />
      {ticks[delivery] === 2 && <path d="m7.5 10.5 1 1 6-7" />}
    </svg>
  );
}
