import type { PlanState } from "../kernel/plan.ts";
import type { SmsObstacle } from "./schema.ts";

/** What prevents an organization from sending SMS; null if nothing does. Pure. */
export function obstacleOf(now: {
  /** Whether this deployment has a provider. */
  readonly isOffered: boolean;
  readonly plan: PlanState | null;
  readonly verified: number;
  readonly left: number;
}): SmsObstacle | null {
  const { isOffered, plan, verified, left } = now;
  if (!isOffered) return "notOffered";
  if (plan && !plan.capabilities.includes("sms")) return plan.type === "FREE" ? "noPlan" : "disabled";
  if (verified === 0) return "noSender";
  return left > 0 ? null : "noBalance";
}
