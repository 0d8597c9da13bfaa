import { amountOf, type Cycle, type PaidPlan, priceCurrency, seatPrices } from "@kartis/core/billing/rules.ts";
import check from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import absent from "@fluentui/svg-icons/icons/subtract_16_regular.svg?icon";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Hidden, Num } from "../../ui/display/Num.tsx";
import { planLines } from "./plan-lines.ts";
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
        {planLines(type, t, format).map(({ key, text, isIncluded, isInTheMaking }) => (
          <li key={key} data-absent={!isIncluded || undefined}>
            <Icon of={isIncluded ? check : absent} />
            <span>
              {!isIncluded && <Hidden>{t("plans.notIncluded")}: </Hidden>}
              {text}
              {isIncluded && isInTheMaking && <small className={styles.making}> {t("plans.inTheMaking")}</small>}
            </span>
          </li>
        ))}
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
