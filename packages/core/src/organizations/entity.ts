import { globalEntity, lazy, tenantEntity } from "../data/entity.ts";

/** One item per organization. Read with every request, so it carries the plan. */
export const organizationEntity = lazy(() =>
  tenantEntity(
    {
      model: { service: "kartis", entity: "organization", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        kind: { type: "string", required: true, default: "organization" },
        version: { type: "number", required: true },
        name: { type: "string", required: true },
        phone: { type: "string" },
        /** The number that WhatsApp messages come to and go from. */
        whatsappNumber: { type: "string" },
        language: { type: ["en", "he", "hu", "ru"] as const, required: true },
        timeZone: { type: "string", required: true },
        currency: { type: ["USD", "ILS", "EUR", "GBP", "HUF", "JPY", "CAD", "PLN"] as const, required: true },
        region: { type: "string", required: true },
        planType: { type: ["FREE", "TRIAL", "STARTER", "PRO", "ENTERPRISE"] as const, required: true },
        planEndsAt: { type: "string" },
        /** Of a plan that is paid for. */
        billingCycle: { type: ["monthly", "yearly"] as const },
        renewsAt: { type: "string" },
        /** Goes up with every change to a role (`roles/store.ts`). */
        rolesVersion: { type: "number", default: 0 },
        /** Flags that are on (`kernel/feature.ts`). */
        features: { type: "list", items: { type: "string" } },
        /** Of a child organization; what its parent's people may is its `parentLink` (`family/`). */
        parentId: { type: "string" },
        /** Of a parent: how many children it has. */
        childCount: { type: "number" },
        /** Set once people may have come through a parent, whose names are then asked for besides the members'. */
        hasVisitors: { type: "boolean" },
        createdAt: { type: "string", required: true },
        /** To the hour. */
        lastActiveAt: { type: "string" },
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
      kind: { type: "string", required: true, default: "role" },
      roleId: { type: "string", required: true },
      version: { type: "number", required: true },
      name: { type: "string", required: true },
      description: { type: "string", required: true },
      grants: { type: "any", required: true },
      preset: { type: ["SYSTEM_ADMINISTRATOR", "SALES_REPRESENTATIVE", "READ_ONLY_USER"] as const },
      /** Members and open invitations; moves in their transactions, so that a role in use cannot go. */
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

/** Which person belongs where. Main: the organizations of a person, at sign-in and for the switcher. `byOrganization`: its members. */
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
        version: { type: "number", required: true, default: 1 },
        joinedAt: { type: "string", required: true },
        invitedAt: { type: "string" },
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
  ),
);
