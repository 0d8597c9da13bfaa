import { amountOf, type Cycle, type PaidPlan, priceCurrency, seatPrices } from "@kartis/core/billing/rules.ts";
import { limits } from "@kartis/core/plans/limits.ts";
import { plans } from "@kartis/core/plans/plans.ts";
import check from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Num } from "../../ui/Num.tsx";
import { sizeText } from "../files/size-text.ts";
import styles from "./PlanPage.module.css";

interface PlanColumnProps {
  type: PaidPlan;
  cycle: Cycle;
  seats: number;
  isCurrent: boolean;
  /** Why it cannot be chosen. */
  reason: string | undefined;
  isPending: boolean;
  onChoose: () => void;
}

const shownLimits = ["users", "cards", "storage"] as const;

export function PlanColumn({ type, cycle, seats, isCurrent, reason, isPending, onChoose }: PlanColumnProps) {
  const t = useT();
  const format = useFormat();
  const name = t(`plans.type.${type}`);
  return (
    <article className={styles.column} data-current={isCurrent || undefined} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.price}>
        <Num>{format.money(seatPrices[type][cycle], priceCurrency)}</Num> <span>{t("plans.perSeat")}</span>
      </p>
      <p className={styles.total}>
        {t(cycle === "yearly" ? "plans.total.yearly" : "plans.total.monthly", {
          amount: format.money(amountOf(type, cycle, seats), priceCurrency),
          seats,
        })}
      </p>
      <ul className={styles.features}>
        {shownLimits.map((limit) => {
          const most = limits[type][limit];
          return (
            <li key={limit}>
              <Icon of={check} />
              {most === null
                ? t(`plans.unlimited.${limit}`)
                : limit === "storage"
                  ? t("plans.upTo.storage", { size: sizeText(format, most) })
                  : t(`plans.upTo.${limit}`, { limit: most })}
            </li>
          );
        })}
        {plans[type].capabilities.includes("livePresence") && (
          <li>
            <Icon of={check} />
            {t("plans.capability.livePresence")}
          </li>
        )}
      </ul>
      <Button
        variant={type === "PRO" ? "primary" : "secondary"}
        size={32}
        isWide
        isDisabled={isCurrent || reason !== undefined}
        isPending={isPending}
        pendingLabel={t("plans.choosing")}
        onPress={onChoose}
      >
        {isCurrent ? t("plans.isCurrent") : t("plans.choose.one", { plan: name })}
      </Button>
      {reason && !isCurrent && <p className={styles.reason}>{reason}</p>}
    </article>
  );
}
