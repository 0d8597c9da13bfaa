import { lazy, tenantEntity } from "../data/entity.ts";
import { channels } from "./kinds/definition.ts";

/** One item per template, and per kind whose text the organization changed; few, read together, and rarely changed. */
export const messageTemplateEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "messageTemplate", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      partOf: { type: ["messageTemplate"] as const, required: true, default: "messageTemplate" },
      templateId: { type: "string", required: true },
      version: { type: "number", required: true },
      channel: { type: channels, required: true },
      name: { type: "string", required: true },
      format: { type: ["plain", "rich"] as const, required: true },
      cardTypeId: { type: "string" },
      roleId: { type: "string" },
      isOn: { type: "boolean", required: true },
      /** Texts by language. */
      texts: { type: "any", required: true },
      defaultLanguage: { type: "string", required: true },
      /** Files, as `FileReference`s; absent if there are none. */
      attachments: { type: "any" },
      createdBy: { type: "string" },
      updatedAt: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "partOf"], casing: "none" },
        sk: { field: "sk", composite: ["templateId"], casing: "none" },
      },
    },
  }),
);
