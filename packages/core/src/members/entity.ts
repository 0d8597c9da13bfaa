import { lazy, tenantEntity } from "../data/entity.ts";

/** Who was asked to join. Keyed by the address, so that one has one invitation; its secret is only in the mail. */
export const invitationEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "invitation", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: "string", required: true, default: "invitation" },
      /** SHA-256 of the address, which stands in links. */
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
      /** Past it the link is worth nothing; the invitation stays to be seen, and to be sent again. */
      endsAt: { type: "string", required: true },
      /** False once an expired one has given its seat and its count in the role back. */
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
