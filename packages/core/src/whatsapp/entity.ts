import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { numberProblems } from "./schema.ts";

/** The organization's number with its encrypted credentials. Main: one item per organization. */
export const whatsappNumberEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "whatsappNumber", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      phoneNumberId: { type: "string", required: true },
      businessId: { type: "string", required: true },
      phone: { type: "string", required: true },
      name: { type: "string", required: true },
      token: { type: "string", required: true },
      appSecret: { type: "string", required: true },
      cardTypeId: { type: "string", required: true },
      connectedBy: { type: "string", required: true },
      problem: { type: numberProblems },
      problemAt: { type: "string" },
      version: { type: "number", required: true },
      createdAt: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("whatsappNumber"), sk: { field: "sk", composite: [], casing: "none" } } },
  }),
);

/** When Meta last verified the organization's webhook URL. Main: one item per organization. It may be verified before a number is connected. */
export const whatsappHookEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "whatsappHook", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      verifiedAt: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("whatsappHook"), sk: { field: "sk", composite: [], casing: "none" } } },
  }),
);

/**
 * What Kartis knows about one of Meta's message ids, so that replies, reactions and reports find their message. Main: by that id. A reaction may arrive before its
 * message, and then waits here.
 */
export const whatsappMessageEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "whatsappMessage", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      messageId: { type: "string", required: true },
      activityId: { type: "string" },
      reaction: { type: "string" },
      /** When the reaction was made. */
      reactedAt: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("whatsappMessage"), sk: { field: "sk", composite: ["messageId"], casing: "none" } } },
  }),
);
