import { findRecord } from "../../data/journal-entity.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { recordsOfCard, trashedCards } from "../replica/index.ts";
import type { Card } from "../schema.ts";
import { TrashInput, type TrashedCard } from "./schema.ts";
import { scopeOf } from "../scope.ts";

/** Trashed cards that the caller may restore: those within the scope of their permission to delete. */
export const trash = procedure({
  name: "cards.trash",
  kind: "query",
  input: TrashInput,
  can: ["CARDS", "delete"],
  async run(page, context): Promise<{ rows: TrashedCard[]; total: number; nextCursor: number | null }> {
    const { orgId } = context.principal;
    const { rows, total } = await trashedCards(orgId, await scopeOf(context), page);
    /** Keyed by record: cards deleted together share one. */
    const known = new Map<string, Promise<UserId | null>>();
    const deletedBy = async ({ id }: Card): Promise<UserId | null> => {
      const [recordId] = await recordsOfCard(orgId, id);
      if (!recordId) return null;
      const asked = known.get(recordId) ?? findRecord(orgId, recordId).then((record) => userOf(record?.actor.id));
      known.set(recordId, asked);
      return asked;
    };
    const end = page.cursor + rows.length;
    return {
      rows: await Promise.all(rows.map(async (card) => ({ ...card, deletedBy: await deletedBy(card) }))),
      total,
      nextCursor: rows.length > 0 && end < total ? end : null,
    };
  },
});

const userOf = (id: string | undefined): UserId | null => (isId("usr", id) ? id : null);
