import * as z from "zod";
import type { UserId } from "../../kernel/id.ts";
import type { Card } from "../schema.ts";

export const TrashInput = z.object({
  search: z.string().max(200).default(""),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});
/** A card in the trash, with who put it there. */
export interface TrashedCard extends Card {
  readonly deletedBy: UserId | null;
}
