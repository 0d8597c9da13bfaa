import * as z from "zod";
import type { PlanState } from "../kernel/plan.ts";
import type { LimitName } from "../plans/limits.ts";
import { cycles, paidPlans, type Cycle } from "./rules.ts";

export const CheckoutInput = z.object({ plan: z.enum(paidPlans), cycle: z.enum(cycles) });
export const CheckoutRef = z.object({ checkoutId: z.string().regex(/^chk_/) });

/** What the plan page shows of the plan. */
export interface PlanView {
  readonly type: PlanState["type"];
  /** When a trial ends; null for never. */
  readonly endsAt: string | null;
  readonly cycle: Cycle | null;
  /** When the next period begins; null for what is not paid for. */
  readonly renewsAt: string | null;
  readonly seatsUsed: number;
  readonly seatLimit: number | null;
}

export interface Usage {
  readonly name: LimitName;
  readonly used: number;
  /** Null is without limit. */
  readonly limit: number | null;
}

/** How a checkout stands: still open at the provider, paid and the plan changed, declined, or given up. */
export type CheckoutState = "open" | "paid" | "declined" | "expired";
