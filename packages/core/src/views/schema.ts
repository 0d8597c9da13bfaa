import * as z from "zod";
import { CardTypeIdSchema } from "../cards/schema.ts";
import { FilterSchema, SortSchema } from "../cards/query/schema.ts";
import type { CardTypeId, RecordId, UserId, ViewId } from "../kernel/id.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { PresetNames } from "../kernel/preset-names.ts";

export const ViewIdSchema = idSchema("viw");

const fieldId = z.string().min(1).max(64);
/** Range of a column's width in pixels when its header is dragged. */
export const columnWidths = { min: 80, max: 480 } as const;

const ViewColumnSchema = z.object({
  fieldId,
  width: z.number().int().min(columnWidths.min).max(columnWidths.max).optional(),
  hidden: z.boolean().optional(),
});
export type ViewColumn = z.infer<typeof ViewColumnSchema>;

/** State of a view. Absent parts use the list's default. */
export const ViewStateSchema = z.object({
  display: z.enum(["table", "kanban", "calendar"]).default("table"),
  filter: FilterSchema.optional(),
  sort: z.array(SortSchema).max(5).default([]),
  search: z.string().max(200).optional(),
  /** Columns in this order; those not listed follow. */
  columns: z.array(ViewColumnSchema).max(300).optional(),
  /** The field that a table's rows are grouped by. */
  groupBy: fieldId.optional(),
  /** The field whose options are the lanes of a board. */
  kanbanBy: fieldId.optional(),
  /** The date by which a calendar shows cards. */
  calendarBy: fieldId.optional(),
  /** Fields that lanes, groups and the footer sum; absent: all that can be summed. */
  sums: z.array(fieldId).max(20).optional(),
});
export type ViewState = z.infer<typeof ViewStateSchema>;

/** SPEC section 3, "Saved view". */
export interface SavedView {
  readonly id: ViewId;
  /** Null: of the cards of all types. */
  readonly typeId: CardTypeId | null;
  /** `?view=`: unique among the views of its type, and the same for as long as the view lives. */
  readonly slug: string;
  readonly name: string;
  readonly presets?: PresetNames;
  readonly description: string;
  /** Seen and changed by its owner alone. */
  readonly isPrivate: boolean;
  readonly ownerId: UserId | null;
  readonly order: number;
  readonly version: number;
  /** The version at which the state last changed: renaming or moving the view does not make another's save conflict. */
  readonly stateVersion: number;
  readonly state: ViewState;
}

/** A changed view, with the record that undoes it; null when nothing changed. */
export interface ChangedView extends SavedView {
  readonly recordId: RecordId | null;
}

const name = z.string().trim().min(1).max(80);
const description = z.string().trim().max(500);
/** Letters of any script, for a view's slug. */
export const slugForm = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

export const CreateViewInput = z.object({
  /** Chosen by the caller, so that a repeated call makes one view; a CONFLICT where it is another person's. */
  viewId: ViewIdSchema.optional(),
  typeId: CardTypeIdSchema.nullable(),
  name,
  description: description.default(""),
  isPrivate: z.boolean().default(true),
  state: ViewStateSchema,
  /** The requested slug, if it is free; by default made from the name. */
  slug: z.string().max(80).regex(slugForm, "validation.type").optional(),
});
export const UpdateViewInput = z.object({
  viewId: ViewIdSchema,
  /** The version the caller has seen. A state that someone else has changed since is a CONFLICT; name and description merge. */
  expectedVersion: z.number().int().min(1).optional(),
  name: name.optional(),
  description: description.optional(),
  isPrivate: z.boolean().optional(),
  state: ViewStateSchema.optional(),
});
export const ViewRef = z.object({ viewId: ViewIdSchema });
/** The views of one type in the requested order; views that are not listed keep their places after them. */
export const ReorderViewsInput = z.object({
  typeId: CardTypeIdSchema.nullable(),
  viewIds: z.array(ViewIdSchema).min(1).max(200),
});

/** How many views have moved, and the records that undo it. */
export interface ViewsMoved {
  readonly moved: number;
  readonly recordIds: readonly RecordId[];
}
