import type { OrgId } from "../../kernel/id.ts";
import { ReplicaDatabase } from "./database.ts";
import { headsUntil, newestId } from "./feed.ts";
import type { Projection } from "./projection.ts";

/**
 * Fills a new replica from the table. The cursor is taken first: whatever is written while the table is read is applied again by catching up,
 * and versions say what is already there.
 */
export async function buildFromTable(orgId: OrgId, projections: readonly Projection[]): Promise<ReplicaDatabase> {
  const cursor = await newestId(orgId);
  const database = ReplicaDatabase.empty(projections);
  await Promise.all(
    projections.flatMap((projection) =>
      projection.readAll(orgId).map(async (pages) => {
        for await (const items of pages) database.putAll(items, projection);
      }),
    ),
  );
  if (cursor !== null) {
    // Which records touched what is not in the items. Up to the cursor; later ones come by catching up.
    for await (const page of headsUntil(orgId, cursor)) {
      database.transaction(() => {
        for (const head of page) database.touch(head);
      });
    }
  }
  database.cursor = cursor;
  database.builtFrom = cursor;
  database.applied = 0;
  return database;
}
