import type { PlanState } from "../kernel/plan.ts";

/** Limits that a plan can have (SPEC section 3, "Plan limits"). */
export const limitNames = [
  "users",
  "cards",
  "cardTypes",
  "activities",
  /** Bytes of files that stay. */
  "storage",
  "workflows",
  "automationRunsPerMonth",
  "aiCallsPerMonth",
  "financeDocumentsPerMonth",
  "smsBalance",
  "aiInvocationsBalance",
] as const;
export type LimitName = (typeof limitNames)[number];

/** Limits on what is used within a calendar month, by UTC; the next month begins with all of it. */
export const monthlyLimits = [
  "automationRunsPerMonth",
  "aiCallsPerMonth",
  "financeDocumentsPerMonth",
] as const satisfies readonly LimitName[];
export type MonthlyLimit = (typeof monthlyLimits)[number];
export const isMonthly = (name: LimitName): boolean => monthlyLimits.some((monthly) => monthly === name);

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

/** The limits of each plan; null is unlimited. The values are ours (decision 008): the spec does not give them. */
export const limits: Readonly<Record<PlanState["type"], Readonly<Record<LimitName, number | null>>>> = {
  FREE: {
    users: 3,
    cards: 1_000,
    cardTypes: 5,
    activities: 5_000,
    storage: 250 * megabyte,
    workflows: 0,
    automationRunsPerMonth: 0,
    aiCallsPerMonth: 0,
    financeDocumentsPerMonth: 0,
    smsBalance: 0,
    aiInvocationsBalance: 0,
  },
  // As much as PRO, so that people who try it see what they would get; less of anything that costs money with each use.
  TRIAL: {
    users: 25,
    cards: 250_000,
    cardTypes: 100,
    activities: 1_000_000,
    storage: 5 * gigabyte,
    workflows: 50,
    automationRunsPerMonth: 5_000,
    aiCallsPerMonth: 100,
    financeDocumentsPerMonth: 100,
    smsBalance: 20,
    aiInvocationsBalance: 100,
  },
  STARTER: {
    users: 10,
    cards: 25_000,
    cardTypes: 15,
    activities: 100_000,
    storage: 10 * gigabyte,
    workflows: 0,
    automationRunsPerMonth: 0,
    aiCallsPerMonth: 0,
    financeDocumentsPerMonth: 0,
    smsBalance: 100,
    aiInvocationsBalance: 0,
  },
  PRO: {
    users: 50,
    cards: 250_000,
    cardTypes: 100,
    activities: 1_000_000,
    storage: 100 * gigabyte,
    workflows: 100,
    automationRunsPerMonth: 100_000,
    aiCallsPerMonth: 0,
    financeDocumentsPerMonth: 2_000,
    smsBalance: 500,
    aiInvocationsBalance: 0,
  },
  ENTERPRISE: {
    users: null,
    cards: null,
    cardTypes: null,
    activities: null,
    storage: null,
    workflows: null,
    automationRunsPerMonth: null,
    aiCallsPerMonth: 10_000,
    financeDocumentsPerMonth: null,
    smsBalance: 2_000,
    aiInvocationsBalance: 10_000,
  },
};

export const limitOf = (plan: PlanState["type"], name: LimitName): number | null => limits[plan][name];
