import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { entryKinds, optOutSources, senderKinds } from "./schema.ts";

/** A name or number that an organization sends SMS from. Main: all of an organization. By phone: who has verified a number, which answers are sent to. */
export const smsSenderEntity = lazy(() =>
  tenantEntity(
    {
      model: { service: "kartis", entity: "smsSender", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        senderId: { type: "string", required: true },
        name: { type: "string", required: true },
        kind: { type: senderKinds, required: true },
        phone: { type: "string", required: true },
        verifiedAt: { type: "string" },
        isDefault: { type: "boolean", required: true },
        version: { type: "number", required: true },
        createdAt: { type: "string", required: true },
      },
      indexes: {
        main: { pk: partition("smsSender"), sk: { field: "sk", composite: ["senderId"], casing: "none" } },
        byPhone: {
          index: "gsi1",
          condition: ({ kind, verifiedAt }) => kind === "number" && verifiedAt !== undefined,
          pk: { field: "gsi1pk", composite: ["phone"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["orgId", "senderId"], casing: "none" },
        },
      },
    },
    {
      index: "byPhone",
      because: "an answer names only the number that it was sent to, which leads to the organizations that have verified it",
    },
  ),
);

/** A number that has opted out of SMS, under an id derived from it. Main: all of an organization. */
export const smsOptOutEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "smsOptOut", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      optOutId: { type: "string", required: true },
      source: { type: optOutSources, required: true },
      since: { type: "string", required: true },
      by: { type: "string" },
    },
    indexes: { main: { pk: partition("smsOptOut"), sk: { field: "sk", composite: ["optOutId"], casing: "none" } } },
  }),
);

/**
 * When a number asked for SMS again the last time, for as long as an earlier refusal may still be on its way: messages are taken in in any order. Main: by the id of
 * its opt-out.
 */
export const smsOptInEntity = lazy(() =>
  unrecordedEntity("passing", {
    model: { service: "kartis", entity: "smsOptIn", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      optOutId: { type: "string", required: true },
      at: { type: "string", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("smsOptIn"), sk: { field: "sk", composite: ["optOutId"], casing: "none" } } },
  }),
);

/** The code that a sender has to be verified with. */
export const smsCodeEntity = lazy(() =>
  unrecordedEntity("passing", {
    model: { service: "kartis", entity: "smsCode", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      senderId: { type: "string", required: true },
      codeHash: { type: "string", required: true },
      attempts: { type: "number", required: true },
      /** Epoch milliseconds. */
      sentAt: { type: "number", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("smsCode"), sk: { field: "sk", composite: ["senderId"], casing: "none" } } },
  }),
);

/** The code by which a member has to prove their phone. Main: by member. */
export const memberCodeEntity = lazy(() =>
  unrecordedEntity("passing", {
    model: { service: "kartis", entity: "memberCode", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      /** Where it was sent, E.164. */
      phone: { type: "string", required: true },
      codeHash: { type: "string", required: true },
      attempts: { type: "number", required: true },
      /** Epoch milliseconds. */
      sentAt: { type: "number", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("memberCode"), sk: { field: "sk", composite: ["userId"], casing: "none" } } },
  }),
);

/** The balance that an organization can still use, in SMS parts; the sum of its entries. */
export const smsBalanceEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "smsBalance", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The month of the allowance, `YYYY-MM` in UTC. */
      month: { type: "string" },
      allowance: { type: "number", default: 0 },
      used: { type: "number", default: 0 },
      extra: { type: "number", default: 0 },
      reserved: { type: "number", default: 0 },
    },
    indexes: { main: { pk: partition("smsBalance"), sk: { field: "sk", composite: [], casing: "none" } } },
  }),
);

/** One change of the balance, written with it; never changed or deleted. Main: newest last. */
export const smsEntryEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "smsEntry", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** A ULID, so that entries sort by time. */
      entryId: { type: "string", required: true },
      kind: { type: entryKinds, required: true },
      change: { type: "number", required: true },
      activityId: { type: "string" },
      cardId: { type: "string" },
      userId: { type: "string" },
      /** The member whom it reminds. */
      remindedId: { type: "string" },
      at: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("smsEntry"), sk: { field: "sk", composite: ["entryId"], casing: "none" } } },
  }),
);

/** How many SMS Kartis has sent to a member on a day, in UTC. */
export const smsDayEntity = lazy(() =>
  unrecordedEntity("passing", {
    model: { service: "kartis", entity: "smsDay", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      day: { type: "string", required: true },
      count: { type: "number", default: 0 },
      expiresAt: { type: "number" },
    },
    indexes: { main: { pk: partition("smsDay"), sk: { field: "sk", composite: ["userId", "day"], casing: "none" } } },
  }),
);
