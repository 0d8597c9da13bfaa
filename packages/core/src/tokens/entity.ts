import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** The organization's tokens: read by id with each request that has one, and listed together in settings. */
export const tokenEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "apiToken", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["apiToken"] as const, required: true, default: "apiToken" },
      tokenId: { type: "string", required: true },
      userId: { type: "string", required: true },
      name: { type: "string", required: true },
      grants: { type: "any", required: true },
      /** SHA-256: the secret is 256 random bits, so there is nothing to guess that a slow hash would protect. */
      secretHash: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      /** Not the table's time to live: an expired token stays on the list until a person removes it. */
      endsAt: { type: "string", required: true },
      lastUsedAt: { type: "string" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["tokenId"], casing: "none" },
      },
    },
  }),
);

/** Incremented with each new token: of two who each find room for one more, one checks again. */
export const tokenRegisterEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "apiTokenRegister", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      revision: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

/** Number of requests that a caller made in a minute; deleted by its time to live. */
export const requestCountEntity = lazy(() =>
  unrecordedEntity("presence", {
    model: { service: "kartis", entity: "apiRequests", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** A token, a person, or `all` of the organization. */
      caller: { type: "string", required: true },
      window: { type: "string", required: true },
      count: { type: "number", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("apiRequests"),
        sk: { field: "sk", composite: ["caller", "window"], casing: "none" },
      },
    },
  }),
);

/** A request with an idempotency key, and its answer; deleted by its time to live. */
export const keyedRequestEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "apiKeyedRequest", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      caller: { type: "string", required: true },
      /** Hash of the key. */
      key: { type: "string", required: true },
      requestHash: { type: "string", required: true },
      /** When the key was first used, in milliseconds since the epoch. */
      firstAt: { type: "number", required: true },
      /** Start of the current or latest request, in seconds; 0 if it ended without a known outcome. */
      startedAt: { type: "number", required: true },
      status: { type: "number" },
      /** Compressed; absent where it was too large to keep. */
      body: { type: "any" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("apiKeyedRequest"),
        sk: { field: "sk", composite: ["caller", "key"], casing: "none" },
      },
    },
  }),
);
