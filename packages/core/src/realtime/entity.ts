import { globalEntity, lazy, tenantEntity } from "../data/entity.ts";

/** A right to connect, once, within a minute: browsers cannot send a cookie to another host's socket, nor a header (facts/aws-ops section 1). */
export const ticketEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "ticket", version: "1" },
      attributes: {
        ticketHash: { type: "string", required: true },
        orgId: { type: "string", required: true },
        userId: { type: "string", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["ticketHash"], casing: "none" },
          sk: { field: "sk", composite: [], casing: "none" },
        },
      },
    },
    "whoever connects is known by the ticket alone",
  ),
);

/**
 * An open socket of an organization. $disconnect is best effort, so a connection also ends by its time to live (API Gateway closes after two
 * hours) and by 410 when something is sent to it.
 */
export const connectionEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "connection", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** `closing` for one that hears no more, and is to be closed. */
      kind: { type: "string", required: true, default: "connection" },
      connectionId: { type: "string", required: true },
      userId: { type: "string", required: true },
      connectedAt: { type: "string", required: true },
      /** The page its browser shows, and since when. */
      pathname: { type: "string" },
      movedAt: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["connectionId"], casing: "none" },
      },
    },
  }),
);

/** Which organization a connection belongs to: all that $disconnect knows is the connection's id. */
export const connectionOwnerEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "connectionOwner", version: "1" },
      attributes: {
        connectionId: { type: "string", required: true },
        orgId: { type: "string", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["connectionId"], casing: "none" },
          sk: { field: "sk", composite: [], casing: "none" },
        },
      },
    },
    "API Gateway names a connection, not an organization",
  ),
);
