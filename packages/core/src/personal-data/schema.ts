import * as z from "zod";
import { CardIdSchema } from "../cards/schema.ts";

/** What an erasure is to take away, as kept with the operation: ids alone. */
export const ErasureJob = z.object({ cardIds: z.array(CardIdSchema).min(1) });
export const PersonExportJob = z.object({ cardId: CardIdSchema });

export interface PersonalDataPreview {
  /** How much of each kind there is; kinds of which there is none are left out. */
  readonly parts: readonly { readonly name: string; readonly count: number }[];
  /** What would stay, and the catalogue key of why. */
  readonly kept: readonly { readonly reason: string; readonly count: number }[];
}
