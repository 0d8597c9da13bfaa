/** What a plan may switch on (SPEC section 3). The table of plans is `plans/`; the procedure only asks whether one is on. */
export const capabilities = [
  "reports",
  "automation",
  "mailing",
  "sms",
  "ai",
  "finances",
  "billing",
  "telephony",
  "livePresence",
] as const;
export type Capability = (typeof capabilities)[number];

/** What an actor carries of the organization's plan. */
export interface PlanState {
  readonly type: "FREE" | "TRIAL" | "STARTER" | "PRO" | "ENTERPRISE";
  readonly capabilities: readonly Capability[];
  /** When the plan ends, for a trial; null for never. */
  readonly endsAt: string | null;
}
