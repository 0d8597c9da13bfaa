import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { cardIdsOf, withFigures } from "../cards/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { type CardId, isId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { amendOperation, memoryOf, remember, type RunningOperation } from "../operations/index.ts";
import type { BulkSelection } from "./schema.ts";

/** The selected cards in one state of the replica, as far as a change with this scope sees them; cards selected by id keep their order. */
export async function idsOf(
  context: Pick<OrgContext, "principal" | "clock">,
  scope: Scope,
  selection: BulkSelection,
): Promise<CardId[]> {
  if ("cardIds" in selection) return [...new Set(selection.cardIds)];
  const except = new Set(selection.exceptIds);
  const { query } = selection;
  const seen = await withFigures(context, seenIn(scope), query);
  return (await cardIdsOf(context.principal.orgId, seen, query)).filter((cardId) => !except.has(cardId));
}

/** As many ids as one item of the table holds, compressed. */
const idsInPart = 12_000;

/**
 * The ids the operation is about: queried once and stored, because the change itself may take cards out of the list they were selected from. They are
 * completely stored once the operation knows its total.
 */
export async function frozenIds(
  operation: RunningOperation,
  clock: Clock,
  ask: () => Promise<CardId[]>,
): Promise<{ operation: RunningOperation; cardIds: CardId[] }> {
  if (operation.total !== null) return { operation, cardIds: await keptIds(operation, operation.total) };
  const cardIds = await ask();
  for (let part = 0; part * idsInPart < cardIds.length; part++) {
    const text = cardIds.slice(part * idsInPart, (part + 1) * idsInPart).join("\n");
    await remember(operation, part, zstdCompressSync(Buffer.from(text)), clock);
  }
  await amendOperation(operation, { total: cardIds.length });
  return { operation: { ...operation, total: cardIds.length }, cardIds };
}

async function keptIds(operation: RunningOperation, total: number): Promise<CardId[]> {
  const cardIds: CardId[] = [];
  for await (const bytes of memoryOf(operation)) {
    for (const id of zstdDecompressSync(bytes).toString("utf8").split("\n")) if (isId("crd", id)) cardIds.push(id);
  }
  // An earlier attempt that broke off may have found more.
  return cardIds.slice(0, total);
}
