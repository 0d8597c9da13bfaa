import { globalEntity, lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** A right to connect, once, within a minute: browsers cannot send a cookie to another host's socket, nor a header (facts/aws-ops section 1). */
export const ticketEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "socketTicket", version: "1" },
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
        byOrganization: {
          index: "gsi1",
          pk: partition("socketTicket", "gsi1pk"),
          sk: { field: "gsi1sk", composite: ["ticketHash"], casing: "none" },
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
  unrecordedEntity("presence", {
    model: { service: "kartis", entity: "connection", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** `closing` for one that receives nothing more and will be closed. */
      kind: { type: ["connection", "closing"] as const, required: true, default: "connection" },
      connectionId: { type: "string", required: true },
      userId: { type: "string", required: true },
      connectedAt: { type: "string", required: true },
      /** The page its browser shows, and since when. */
      pathname: { type: "string" },
      movedAt: { type: "string" },
      /** The card on which its person is writing a comment, and since when that was last heard. */
      typingOn: { type: "string" },
      typingAt: { type: "string" },
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

/** A claim to collect arrivals and departures, and then send them to the organization's browsers (`who-is-here.ts`). Stored as `telling`. */
export const presenceClaimEntity = lazy(() =>
  unrecordedEntity("presence", {
    model: { service: "kartis", entity: "telling", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["telling"] as const, required: true, default: "telling" },
      claimId: { type: "string", required: true },
      /** Epoch milliseconds. */
      until: { type: "number", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

/** Organization of a connection: $disconnect only has the connection's id. */
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
        byOrganization: {
          index: "gsi1",
          pk: partition("connectionOwner", "gsi1pk"),
          sk: { field: "gsi1sk", composite: ["connectionId"], casing: "none" },
        },
      },
    },
    "API Gateway names a connection, not an organization",
  ),
);
