import type { PlanState } from "../kernel/plan.ts";

/** The plans on sale, cheapest first. A trial is granted and FREE costs nothing. */
export const paidPlans = ["STARTER", "PRO", "ENTERPRISE"] as const;
export type PaidPlan = (typeof paidPlans)[number];
export const isPaid = (plan: PlanState["type"]): plan is PaidPlan => paidPlans.some((paid) => paid === plan);

export const cycles = ["monthly", "yearly"] as const;
export type Cycle = (typeof cycles)[number];

/** Per seat and month, before VAT, in minor units of `priceCurrency` (SPEC section 9; the prices are our own, since the spec gives none). */
export const seatPrices: Readonly<Record<PaidPlan, Readonly<Record<Cycle, number>>>> = {
  STARTER: { monthly: 1_200, yearly: 1_000 },
  PRO: { monthly: 2_900, yearly: 2_400 },
  ENTERPRISE: { monthly: 5_900, yearly: 4_900 },
};
export const priceCurrency = "USD";

/** Discount of yearly billing in whole percent, rounded down so that it never promises too much. */
export const savingOf = (plan: PaidPlan): number => Math.floor((1 - seatPrices[plan].yearly / seatPrices[plan].monthly) * 100);

/** Price of one billing period, before VAT, in minor units. */
export const amountOf = (plan: PaidPlan, cycle: Cycle, seats: number): number =>
  seatPrices[plan][cycle] * seats * (cycle === "yearly" ? 12 : 1);
