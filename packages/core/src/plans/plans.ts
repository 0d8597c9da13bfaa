import type { Capability, PlanState } from "../kernel/plan.ts";

type PlanType = PlanState["type"];

/** The capabilities of each plan (SPEC section 3). One table, easy to change; a procedure reads it through the actor's `PlanState`. */
export const plans = {
  FREE: { capabilities: ["reports"], trialDays: null },
  TRIAL: {
    capabilities: ["reports", "automation", "mailing", "sms", "ai", "finances", "billing", "telephony", "livePresence"],
    trialDays: 14,
  },
  STARTER: { capabilities: ["reports", "mailing", "sms", "livePresence"], trialDays: null },
  PRO: {
    capabilities: ["reports", "automation", "mailing", "sms", "finances", "billing", "telephony", "livePresence"],
    trialDays: null,
  },
  ENTERPRISE: {
    capabilities: ["reports", "automation", "mailing", "sms", "ai", "finances", "billing", "telephony", "livePresence"],
    trialDays: null,
  },
} as const satisfies Record<PlanType, { capabilities: readonly Capability[]; trialDays: number | null }>;

/** The plan as the actor carries it. */
export const planState = (type: PlanType, endsAt: string | null): PlanState => ({
  type,
  capabilities: plans[type].capabilities,
  endsAt,
});
