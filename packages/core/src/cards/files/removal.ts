import type { Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import type { CardId, FileId, OrgId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { withoutFile } from "./values.ts";
import { edit } from "../card-writes.ts";
import { fieldContext } from "../scope.ts";
import { findCard, getCardType } from "../store.ts";

/** Takes a file off the cards that show it, as part of the commit that deletes it. Throws INVALID_INPUT naming the field if a card requires it. */
export async function cardEdits(
  orgId: OrgId,
  { principal }: Pick<OrgContext, "principal">,
  cardIds: readonly CardId[],
  fileId: FileId,
  at: string,
): Promise<{ writes: readonly Write[]; change: Change }[]> {
  const settings = await fieldContext(principal);
  const edits = await Promise.all(
    cardIds.map(async (cardId) => {
      const card = await findCard(orgId, { kind: "organization" }, cardId);
      if (!card) return [];
      const type = await getCardType(orgId, card.typeId);
      const made = edit(orgId, type, card, withoutFile(card.fields, fileId), undefined, settings, at);
      return made ? [{ writes: made.writes, change: made.change }] : [];
    }),
  );
  return edits.flat();
}
