import * as z from "zod";
import { CardTypeIdSchema } from "../cards/schema.ts";
import { FilterSchema } from "../cards/query/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { PresetNamesSchema } from "../kernel/preset-names.ts";

export const LayoutIdSchema = idSchema("lay");

export const LayoutGroupSchema = z.object({
  id: z.string().min(1).max(64),
  /** Empty: a group without a heading. */
  title: z.string().trim().max(100).default(""),
  /** Displayed, in this order. A field that is in no group is available but not displayed. */
  fieldIds: z.array(z.string().max(64)).max(200),
  isDefaultOpen: z.boolean().default(true),
});
/** The stored form. */
export const StoredGroupSchema = LayoutGroupSchema.extend({ presets: PresetNamesSchema.optional() });
export type LayoutGroup = z.infer<typeof StoredGroupSchema>;

/** Settings of the type's card page, whichever layout a card has. */
export const LayoutSettingsSchema = z.object({
  /** Required fields come before all groups, as the important ones (SPEC section 5). */
  importantFirst: z.boolean(),
  /** Fields without a value are collapsed. */
  hideEmpty: z.boolean(),
  /** Parts of the page besides the fields. */
  sections: z.object({ related: z.boolean(), files: z.boolean(), history: z.boolean() }),
});
export type LayoutSettings = z.infer<typeof LayoutSettingsSchema>;

const content = {
  title: z.string().trim().min(1).max(100),
  groups: z.array(LayoutGroupSchema).max(50),
  /** The cards it applies to; by default all. */
  filter: FilterSchema.nullable(),
  /** The roles it applies to; none: everybody. */
  roleIds: z.array(z.string().max(64)).max(50),
};
export const LayoutDraftSchema = z.object({
  ...content,
  filter: content.filter.default(null),
  roleIds: content.roleIds.default([]),
});
export type LayoutDraft = z.infer<typeof LayoutDraftSchema>;

/**
 * A layout of a type's card page. The first exists from the beginning, derived from the type's fields until it is changed; it applies to every card and viewer
 * that no other layout covers, and it alone has settings.
 */
export interface Layout extends Omit<LayoutDraft, "title" | "groups"> {
  readonly groups: LayoutGroup[];
  readonly id: `lay_${string}`;
  readonly typeId: `typ_${string}`;
  /** Empty for a first layout without a name. */
  readonly title: string;
  readonly order: number;
  /** 0 for a first layout as derived from the fields: its first change is based on this version. */
  readonly version: number;
  readonly isFirst: boolean;
  readonly settings?: LayoutSettings;
}

export const ListLayoutsInput = z.object({ typeId: CardTypeIdSchema });
export const CreateLayoutInput = z.object({ typeId: CardTypeIdSchema, layout: LayoutDraftSchema });
export const UpdateLayoutInput = z.object({
  typeId: CardTypeIdSchema,
  layoutId: LayoutIdSchema,
  expectedVersion: z.number().int().min(0),
  changes: z.object({ ...content, settings: LayoutSettingsSchema }).partial(),
});
export const RemoveLayoutInput = z.object({ typeId: CardTypeIdSchema, layoutId: LayoutIdSchema });
/** The layouts after the first, in their order. */
export const ReorderLayoutsInput = z.object({ typeId: CardTypeIdSchema, layoutIds: z.array(LayoutIdSchema).min(1).max(40) });
