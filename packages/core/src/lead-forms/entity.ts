import { CustomAttributeType, type EntityItem } from "electrodb";
import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { incomingModes } from "../incoming-webhooks/rules.ts";
import type { UserId } from "../kernel/id.ts";
import { formStates } from "./rules.ts";
import type { Design } from "./schema.ts";

/** Main: all of an organization's, in one query of a few items. */
export const leadFormEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "leadForm", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      formId: { type: "string", required: true },
      name: { type: "string", required: true },
      typeId: { type: "string", required: true },
      design: { type: CustomAttributeType<Design>("any"), required: true },
      mode: { type: incomingModes, required: true },
      matchFieldId: { type: "string" },
      ownerIds: { type: CustomAttributeType<readonly UserId[]>("any") },
      state: { type: formStates, required: true },
      /** With whose permissions it acts. */
      userId: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      version: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("leadForm"), sk: { field: "sk", composite: ["formId"], casing: "none" } } },
  }),
);
export type LeadFormItem = EntityItem<ReturnType<typeof leadFormEntity>>;
