import { CardTypeIdSchema, CardTypeSchema, FieldSchema, OptionSchema } from "@kartis/core/cards/schema.ts";
import { FilterSchema } from "@kartis/core/cards/query/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { LayoutGroupSchema, LayoutSettingsSchema } from "@kartis/core/layouts/schema.ts";
import { ViewStateSchema } from "@kartis/core/views/schema.ts";
import * as z from "zod";
import { userId, version } from "./parts.ts";

const Option = OptionSchema.omit({ presets: true });
const Field = FieldSchema.omit({ presets: true }).extend({ options: z.array(Option).max(500).default([]) });
export const CardType = CardTypeSchema.omit({ presets: true })
  .extend({ fields: z.array(Field) })
  .describe(
    "Names that a template gave are in the language of `Accept-Language` (en, he, hu, ru), else in the organization's first one",
  );
export const CountedCardTypes = z.array(CardType.extend({ count: z.number().int().describe("Cards of the type") }));
export const UpdatedFields = z.object({
  type: CardType,
  operationId: idSchema("opn")
    .nullable()
    .describe("The operation that brings existing cards in line, if there is anything to do"),
});
export const Layout = z.object({
  id: idSchema("lay"),
  typeId: CardTypeIdSchema,
  title: z.string(),
  groups: z.array(LayoutGroupSchema),
  filter: FilterSchema.nullable(),
  roleIds: z.array(z.string()),
  order: z.number().int(),
  version,
  isFirst: z.boolean(),
  settings: LayoutSettingsSchema.optional(),
});
export const View = z.object({
  id: idSchema("viw"),
  typeId: CardTypeIdSchema.nullable(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  isPrivate: z.boolean(),
  ownerId: userId.nullable(),
  order: z.number().int(),
  version,
  stateVersion: version,
  state: ViewStateSchema,
});
