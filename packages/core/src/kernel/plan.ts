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

/** Capabilities that plans promise and Kartis does not offer yet; marked as such wherever plans are compared. */
export const capabilitiesInTheMaking: ReadonlySet<Capability> = new Set(["ai", "finances", "billing"]);

/** The state of the organization's plan, carried by an actor. */
export interface PlanState {
  readonly type: "FREE" | "TRIAL" | "STARTER" | "PRO" | "ENTERPRISE";
  readonly capabilities: readonly Capability[];
  /** End of a trial; null for other plans. */
  readonly endsAt: string | null;
}
