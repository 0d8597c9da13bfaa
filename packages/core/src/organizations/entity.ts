import { globalEntity, lazy, tenantEntity } from "../data/entity.ts";

/** One item per organization. Read with every request, so it carries the plan. */
export const organizationEntity = lazy(() =>
  tenantEntity(
    {
      model: { service: "kartis", entity: "organization", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        kind: { type: ["organization"] as const, required: true, default: "organization" },
        version: { type: "number", required: true },
        name: { type: "string", required: true },
        phone: { type: "string" },
        /** The number for WhatsApp messages. */
        whatsappNumber: { type: "string" },
        language: { type: ["en", "he", "hu", "ru"] as const, required: true },
        timeZone: { type: "string", required: true },
        currency: { type: ["USD", "ILS", "EUR", "GBP", "HUF", "JPY", "CAD", "PLN"] as const, required: true },
        region: { type: "string", required: true },
        planType: { type: ["FREE", "TRIAL", "STARTER", "PRO", "ENTERPRISE"] as const, required: true },
        planEndsAt: { type: "string" },
        /** Paid plans only. */
        billingCycle: { type: ["monthly", "yearly"] as const },
        renewsAt: { type: "string" },
        /** Incremented with every change to a role (`roles/store.ts`). */
        rolesVersion: { type: "number", default: 0 },
        /** Flags that are on (`kernel/feature.ts`). */
        features: { type: "list", items: { type: "string" } },
        /** Child organizations only; the permissions of the parent's people are in its `parentLink` (`family/`). */
        parentId: { type: "string" },
        /** Parents only: the number of children. */
        childCount: { type: "number" },
        /** Set once people may have come through a parent, whose names are then looked up besides the members'. */
        hasVisitors: { type: "boolean" },
        createdAt: { type: "string", required: true },
        /** To the hour. */
        lastActiveAt: { type: "string" },
        /** Set while members must sign in in two steps: who signs in later without a second one sets it up first. */
        requiresTwoStepSince: { type: "string" },
        /** Set while members may be reminded by SMS, which the organization pays for. */
        remindsMembersBySms: { type: "boolean" },
        /** Hours of the recipient's day in which automatic SMS wait, as `HH:MM`; absent while they are sent at any hour. */
        smsQuietHours: {
          type: "map",
          properties: { from: { type: "string", required: true }, until: { type: "string", required: true } },
        },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
          sk: { field: "sk", composite: [], casing: "none" },
        },
        /** All organizations, oldest first. One partition: three thousand writes an hour touch it when as many organizations are at work. */
        all: {
          index: "gsi2",
          pk: { field: "gsi2pk", composite: ["kind"], casing: "none" },
          sk: { field: "gsi2sk", composite: ["createdAt", "orgId"], casing: "none" },
        },
      },
    },
    { index: "all", because: "platform admins list the organizations" },
  ),
);

/** The organization's roles: read with the members' requests and listed in settings. */
export const roleEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "role", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["role"] as const, required: true, default: "role" },
      roleId: { type: "string", required: true },
      version: { type: "number", required: true },
      name: { type: "string", required: true },
      description: { type: "string", required: true },
      grants: { type: "any", required: true },
      /** Presets of its name and description. */
      presets: { type: "any" },
      preset: { type: ["SYSTEM_ADMINISTRATOR", "SALES_REPRESENTATIVE", "READ_ONLY_USER"] as const },
      /** Members and open invitations; changes in their transactions, so that a role in use cannot be deleted. */
      memberCount: { type: "number", required: true, default: 0 },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["roleId"], casing: "none" },
      },
    },
  }),
);

/** Memberships. Main: the organizations of a person, at sign-in and for the switcher. `byOrganization`: its members. */
export const membershipEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "membership", version: "1" },
      attributes: {
        userId: { type: "string", required: true },
        orgId: { type: "string", required: true },
        orgName: { type: "string", required: true },
        name: { type: "string", required: true },
        email: { type: "string", required: true },
        systemRole: { type: ["OWNER", "ADMIN", "BASIC"] as const, required: true },
        roleId: { type: "string" },
        /** A file of this organization. */
        avatarId: { type: "string" },
        /** Assigned by an administrator; empty once it was taken away, absent if none has been assigned. */
        voipExtension: { type: "string" },
        version: { type: "number", required: true, default: 1 },
        joinedAt: { type: "string", required: true },
        invitedAt: { type: "string" },
        /** Set while the member is suspended: they belong, and may do nothing. */
        suspendedAt: { type: "string" },
        /** To the hour. */
        lastActiveAt: { type: "string" },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["userId"], casing: "none" },
          sk: { field: "sk", composite: ["orgId"], casing: "none" },
        },
        byOrganization: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["orgId"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["userId"], casing: "none" },
        },
      },
    },
    "it says which organizations a person has, so it is found by the person",
    "recorded",
  ),
);
