import type { PaidPlan } from "@kartis/core/billing/rules.ts";
import { capabilities, capabilitiesInTheMaking } from "@kartis/core/kernel/plan.ts";
import { limits } from "@kartis/core/plans/limits.ts";
import { plans } from "@kartis/core/plans/plans.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { Formatter } from "@kartis/i18n/format.ts";
import { sizeText } from "../../lib/size-text.ts";

/** One thing that plans differ in. */
export interface PlanLine {
  readonly key: string;
  readonly text: string;
  readonly isIncluded: boolean;
  readonly isInTheMaking: boolean;
}

const shownLimits = ["users", "cards", "cardTypes", "storage", "automationRunsPerMonth"] as const;

/** Limits and capabilities of the plan, as lines in a fixed order, so that columns can be compared. */
export function planLines(type: PaidPlan, t: Translate, format: Formatter): PlanLine[] {
  const allowed = shownLimits.map((limit) => {
    const most = limits[type][limit];
    if (limit === "automationRunsPerMonth" && most === 0)
      return { key: limit, text: t(`plans.none.${limit}`), isIncluded: false, isInTheMaking: false };
    const text =
      most === null
        ? t(`plans.unlimited.${limit}`)
        : limit === "storage"
          ? t("plans.upTo.storage", { size: sizeText(format, most) })
          : t(`plans.upTo.${limit}`, { limit: most });
    return { key: limit, text, isIncluded: true, isInTheMaking: false };
  });
  const included: ReadonlySet<string> = new Set(plans[type].capabilities);
  const switched = capabilities.map((capability) => ({
    key: capability,
    text: t(`plans.capability.${capability}`),
    isIncluded: included.has(capability),
    isInTheMaking: capabilitiesInTheMaking.has(capability),
  }));
  return [...allowed, ...switched];
}
