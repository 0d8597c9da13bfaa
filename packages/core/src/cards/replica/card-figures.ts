import type { CardId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { openReplica } from "../../replicas.ts";
import { type CardFigures, noFigures } from "../figures/schema.ts";
import { withFigures } from "../scope.ts";
import { figureSelection, figuresOf, figuresOfRow } from "./lists/figures.ts";

/** The figures of one card's activities in the caller's sight, as they are now. */
export async function figuresOfCard(context: Pick<OrgContext, "principal" | "clock">, cardId: CardId): Promise<CardFigures> {
  const { orgId } = context.principal;
  const { figures: viewer } = await withFigures(context, { kind: "organization" }, { withFigures: true });
  if (!viewer) return noFigures;
  const { db, statements } = await openReplica(orgId);
  const { name } = figuresOf(db, viewer);
  const row = statements.of(`SELECT ${figureSelection} FROM temp.${name} AS figure WHERE card_id = ?`).get(cardId);
  return (row && figuresOfRow(row)) ?? noFigures;
}
