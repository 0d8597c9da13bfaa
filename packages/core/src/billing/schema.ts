import * as z from "zod";
import { isId } from "../kernel/id-form.ts";
import type { PlanState } from "../kernel/plan.ts";
import type { LimitName } from "../plans/limits.ts";
import { cycles, paidPlans, type Cycle } from "./rules.ts";

export const CheckoutInput = z.object({ plan: z.enum(paidPlans), cycle: z.enum(cycles) });
export const CheckoutRef = z.object({ checkoutId: z.string().refine((text) => isId("chk", text), "validation.type") });

/** The plan as the plan page shows it. */
export interface PlanView {
  readonly type: PlanState["type"];
  /** End of a trial; null for other plans. */
  readonly endsAt: string | null;
  readonly cycle: Cycle | null;
  /** Start of the next period; null for unpaid plans. */
  readonly renewsAt: string | null;
  readonly seatsUsed: number;
  readonly seatLimit: number | null;
}

export interface Usage {
  readonly name: LimitName;
  readonly used: number;
  /** Null means unlimited. */
  readonly limit: number | null;
}

/** State of a checkout: still open at the provider, paid and the plan changed, declined, or abandoned. */
export type CheckoutState = "open" | "paid" | "declined" | "expired";
