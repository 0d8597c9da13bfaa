/** Capabilities a plan may include (SPEC section 3). The table of plans is `plans/`; the procedure only asks whether one is included. */
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

/** What plans promise and Kartis does not do yet: said so wherever plans are compared. */
export const capabilitiesInTheMaking: ReadonlySet<Capability> = new Set([
  "automation",
  "mailing",
  "sms",
  "ai",
  "finances",
  "billing",
  "telephony",
]);

/** What an actor carries of the organization's plan. */
export interface PlanState {
  readonly type: "FREE" | "TRIAL" | "STARTER" | "PRO" | "ENTERPRISE";
  readonly capabilities: readonly Capability[];
  /** When the plan ends, for a trial; null for never. */
  readonly endsAt: string | null;
}
