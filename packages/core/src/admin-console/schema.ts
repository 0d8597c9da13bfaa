import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { type Feature, features } from "../kernel/feature.ts";
import type { LimitName } from "../plans/index.ts";
import { impersonationMinutes, listFields, planTypes } from "./rules.ts";

const bounds = z.object({ from: z.iso.datetime().optional(), until: z.iso.datetime().optional() });

/** One field at a time (SPEC section 5). Instants: from this one (inclusive), and before that one (exclusive). */
export const OrganizationFilter = z.discriminatedUnion("field", [
  z.object({ field: z.literal("name"), text: z.string().trim().min(1).max(200) }),
  z.object({ field: z.literal("plan"), plans: z.array(z.enum(planTypes)).min(1).max(planTypes.length) }),
  z.object({
    field: z.literal("users"),
    min: z.number().int().min(0).optional(),
    max: z.number().int().min(0).optional(),
  }),
  bounds.extend({ field: z.literal("createdAt") }),
  bounds.extend({ field: z.literal("lastActiveAt") }),
  bounds.extend({ field: z.literal("planEndsAt") }),
]);
export type OrganizationFilter = z.output<typeof OrganizationFilter>;

export const ListInput = z.object({
  filter: OrganizationFilter.optional(),
  sort: z.object({ by: z.enum(listFields), direction: z.enum(["asc", "desc"]) }).default({ by: "createdAt", direction: "desc" }),
  /** Number of rows to skip. */
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});
export type ListInput = z.output<typeof ListInput>;

const orgId = idSchema("org");
export const OrganizationRef = z.object({ orgId });
export const UpdatePlanInput = z.object({
  orgId,
  plan: z.enum(planTypes),
  /** When it ends; null for never. */
  endsAt: z.iso.datetime().nullable(),
});
export const TopUpSmsInput = z.object({
  orgId,
  /** SMS parts. */
  parts: z.number().int().min(1).max(100_000),
  /** Shown to the customer in their audit log, such as the number of an invoice. */
  reason: z.string().trim().min(1).max(500),
  /** Made by the caller, so that a call repeated after a lost answer adds nothing twice. */
  entryId: idSchema("sme").optional(),
});
export const SwitchFeatureInput = z.object({ orgId, feature: z.enum(features), isOn: z.boolean() });

export const ImpersonateInput = z.object({
  orgId,
  /** The member to act as; by default the organization's owner. */
  userId: idSchema("usr").optional(),
  /** Shown to the customer in their audit log. */
  reason: z.string().trim().min(1).max(500),
  minutes: z.literal(impersonationMinutes),
});

/** Typed to confirm, with a reason that remains when everything of the customer's is gone. */
export const DeleteOrganizationInput = z.object({
  orgId,
  name: z.string().trim().min(1).max(200),
  reason: z.string().trim().min(1).max(500),
});

export interface OrganizationRow {
  readonly orgId: string;
  readonly name: string;
  readonly plan: (typeof planTypes)[number];
  readonly planEndsAt: string | null;
  /** Members and open invitations: what the plan's limit counts. */
  readonly users: number;
  readonly usersLimit: number | null;
  readonly createdAt: string;
  readonly lastActiveAt: string | null;
}

export interface OrganizationDetail extends OrganizationRow {
  readonly registeredUsers: number;
  /** All feature flags, and whether they are on for this organization. */
  readonly features: readonly { readonly name: Feature; readonly isOn: boolean }[];
  readonly members: readonly {
    readonly userId: string;
    readonly name: string;
    readonly email: string;
    readonly systemRole: "OWNER" | "ADMIN" | "BASIC";
  }[];
  readonly usage: readonly { readonly name: LimitName; readonly used: number; readonly limit: number | null }[];
  /** SMS parts that were bought beside the month's allowance and are not used yet. */
  readonly extraSms: number;
}
