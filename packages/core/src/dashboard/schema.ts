import * as z from "zod";
import { type CardName, CardQuerySchema, CardTypeIdSchema } from "../cards/schema.ts";
import type { CardId, CardTypeId, Id } from "../kernel/id.ts";
import { idSchema } from "../kernel/id-schema.ts";

/** What was made in so many days is compared with as many before. */
export const newDays = 30;

/** The cards of one type that the list shows under the same filter and search. */
export const PipelineInput = CardQuerySchema.pick({ filter: true, search: true }).extend({
  typeId: CardTypeIdSchema,
  /** A field of which a sum says something. */
  sumFieldId: z.string().max(100).optional(),
});

export interface PipelineStage {
  /** Null for cards without a status. */
  readonly statusId: string | null;
  readonly count: number;
  /** In the field's own unit (minor units of money); 0 without a field. */
  readonly sum: number;
}

export interface Pipeline {
  /** Every status in its order, also one without cards; at last the cards without a status, if there are any. */
  readonly stages: readonly PipelineStage[];
  readonly count: number;
  readonly sum: number;
  /** Cards made in the last `newDays` days, and in as many days before. `since` is the instant from which. */
  readonly made: { readonly since: string; readonly count: number; readonly before: number };
}

export const MineInput = z.object({ limit: z.number().int().min(1).max(50).default(8) });

/** A card of one's own, as a line. */
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

/** What a person looked at last. Any of it may be gone meanwhile. */
export interface DashboardChoice {
  readonly typeId: CardTypeId | null;
  /** A saved view whose filter holds. */
  readonly viewId: Id<"viw"> | null;
  readonly sumFieldId: string | null;
}
