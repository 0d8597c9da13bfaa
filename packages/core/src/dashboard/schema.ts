import * as z from "zod";
import { type CardName, CardTypeIdSchema } from "../cards/schema.ts";
import { CardQuerySchema } from "../cards/query/schema.ts";
import type { CardId, CardTypeId, Id } from "../kernel/id.ts";
import { idSchema } from "../kernel/id-schema.ts";

/** Cards created in this many days are compared with as many days before. */
export const newDays = 30;

/** The cards of one type that the list shows under the same filter and search. */
export const PipelineInput = CardQuerySchema.pick({ filter: true, search: true }).extend({
  typeId: CardTypeIdSchema,
  /** A field that can be summed. */
  sumFieldId: z.string().max(100).optional(),
});

export interface PipelineStage {
  /** Null for cards without a status. */
  readonly statusId: string | null;
  readonly count: number;
  /** Sum in the field's own unit (minor units for money); 0 without a field. */
  readonly sum: number;
}

export interface Pipeline {
  /** Every status in its order, empty ones too; finally the cards without a status, if there are any. */
  readonly stages: readonly PipelineStage[];
  readonly count: number;
  readonly sum: number;
  /** Of the cards that have a value, as below the list; null if none has, or without a field. */
  readonly average: number | null;
  /** Cards created in the last `newDays` days, and in as many days before. `since` is the instant they start from. */
  readonly made: { readonly since: string; readonly count: number; readonly before: number };
}

export const MineInput = z.object({ limit: z.number().int().min(1).max(50).default(8) });

/** One of the caller's own cards, as a line. */
export interface OwnCard extends CardName {
  readonly id: CardId;
  readonly statusId: string | null;
  readonly updatedAt: string;
}

export const ChooseInput = z.object({
  typeId: CardTypeIdSchema.nullable(),
  viewId: idSchema("viw").nullable(),
  sumFieldId: z.string().max(100).nullable(),
});

/** A person's latest dashboard settings. Parts of them may have been deleted since. */
export interface DashboardChoice {
  readonly typeId: CardTypeId | null;
  /** A saved view whose filter applies. */
  readonly viewId: Id<"viw"> | null;
  readonly sumFieldId: string | null;
}
