import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Clock } from "../kernel/clock.ts";
import { type Id, type IdPrefix, isId } from "../kernel/id.ts";
import { amendOperation, memoryOf, remember, type RunningOperation } from "../operations/index.ts";

/** Number of ids that one item of the table holds, compressed. */
const idsInPart = 12_000;

/**
 * The ids the operation is about: queried once and stored, because the change itself may take cards or tasks out of the list they were selected from. They are
 * completely stored once the operation knows its total.
 */
export async function frozenIds<Kind extends IdPrefix>(
  operation: RunningOperation,
  kind: Kind,
  clock: Clock,
  ask: () => Promise<readonly Id<Kind>[]>,
): Promise<{ operation: RunningOperation; ids: readonly Id<Kind>[] }> {
  if (operation.total !== null) return { operation, ids: await keptIds(operation, kind, operation.total) };
  const ids = await ask();
  for (let part = 0; part * idsInPart < ids.length; part++) {
    const text = ids.slice(part * idsInPart, (part + 1) * idsInPart).join("\n");
    await remember(operation, part, zstdCompressSync(Buffer.from(text)), clock);
  }
  await amendOperation(operation, { total: ids.length });
  return { operation: { ...operation, total: ids.length }, ids };
}

async function keptIds<Kind extends IdPrefix>(operation: RunningOperation, kind: Kind, total: number): Promise<Id<Kind>[]> {
  const ids: Id<Kind>[] = [];
  for await (const bytes of memoryOf(operation)) {
    for (const id of zstdDecompressSync(bytes).toString("utf8").split("\n")) if (isId(kind, id)) ids.push(id);
  }
  // An earlier attempt that broke off may have found more.
  return ids.slice(0, total);
}
