import { lazy, tenantEntity } from "../data/entity.ts";

/** An invitation to join. Keyed by the address, so that each address has one; its secret is only in the mail. */
export const invitationEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "invitation", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["invitation"] as const, required: true, default: "invitation" },
      /** SHA-256 of the address, used in links. */
      address: { type: "string", required: true },
      invitationId: { type: "string", required: true },
      version: { type: "number", required: true },
      email: { type: "string", required: true },
      systemRole: { type: ["ADMIN", "BASIC"] as const, required: true },
      roleId: { type: "string" },
      language: { type: ["en", "he", "hu", "ru"] as const, required: true },
      invitedBy: { type: "string" },
      invitedAt: { type: "string", required: true },
      sentAt: { type: "string", required: true },
      tokenHash: { type: "string", required: true },
      /** After this the link is invalid; the invitation stays visible, and can be sent again. */
      endsAt: { type: "string", required: true },
      /** False once an expired one has released its seat and its count in the role. */
      isHeld: { type: "boolean", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["address"], casing: "none" },
      },
    },
  }),
);
