import { concurrently } from "../../kernel/concurrently.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OrgId } from "../../kernel/id.ts";
import { ReplicaDatabase } from "./database.ts";
import { newestId } from "./feed.ts";
import type { Projection } from "./projection.ts";

/** How long items are written at a time: each takes about a tenth of a millisecond. */
const writtenAtOnce = 200;
/** How many pages of up to a megabyte are in memory at once. */
const pagesAtOnce = 4;

/**
 * Fills a new replica from the table. The cursor is taken first: whatever is written while the table is read is applied again by catching up, and versions show
 * what is already there.
 * @param onProgress is called after each page with the number of items read so far; if it throws, the build ends.
 */
export async function buildFromTable(
  orgId: OrgId,
  projections: readonly Projection[],
  onProgress: (items: number, database: ReplicaDatabase) => Promise<void> | void = () => undefined,
): Promise<ReplicaDatabase> {
  const cursor = await newestId(orgId);
  const database = ReplicaDatabase.empty(projections);
  let written = 0;
  try {
    const readers = projections.flatMap((projection) => projection.readAll(orgId).map((pages) => ({ projection, pages })));
    await concurrently(readers, { atOnce: pagesAtOnce }, async ({ projection, pages }) => {
      for await (const items of pages) {
        for (let at = 0; at < items.length; at += writtenAtOnce) {
          database.putAll(items.slice(at, at + writtenAtOnce), projection);
          await nextTurn();
        }
        written += items.length;
        await onProgress(written, database);
      }
    });
  } catch (error) {
    database.close();
    throw error;
  }
  database.cursor = cursor;
  database.builtFrom = cursor;
  database.applied = 0;
  return database;
}
