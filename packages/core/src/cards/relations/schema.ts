import * as z from "zod";
import type { CardTypeId } from "../../kernel/id.ts";
import type { PresetNames } from "../../kernel/preset-names.ts";
import { type Card, CardIdSchema } from "../schema.ts";

export const LinkInput = z.object({
  /** The card that has the field. */
  cardId: CardIdSchema,
  fieldId: z.string(),
  targetId: CardIdSchema,
});
export const RelatedInput = z.object({
  cardId: CardIdSchema,
  /** Only this list; without it, the first rows of all lists. */
  groupId: z.string().max(200).optional(),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(20),
});
/** A list of related cards, or a part of it. */
export interface RelatedGroup {
  readonly id: string;
  readonly title: string;
  /** Presets of the title. */
  readonly presets?: PresetNames;
  /** Cards that this one names, or that name it. */
  readonly direction: "names" | "namedBy";
  /** The type whose field it is. */
  readonly typeId: CardTypeId;
  readonly fieldId: string;
  /** Fields that are shown beside the name. */
  readonly fieldIds: readonly string[];
  readonly rows: readonly Card[];
  readonly total: number;
  readonly nextCursor: number | null;
}
