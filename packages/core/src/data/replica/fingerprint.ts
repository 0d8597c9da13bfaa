import { createHash } from "node:crypto";
import { ReplicaDatabase } from "./database.ts";
import type { Projection } from "./projection.ts";

/**
 * Names the code that made a snapshot: the tables it creates and the projections' revisions. A snapshot of other code has another key, so a
 * deployment reads only what it would have written itself. Files cannot be hashed instead: functions carry different bundles of them.
 */
export function fingerprint(projections: readonly Projection[]): string {
  const database = ReplicaDatabase.empty(projections);
  const schema = database.db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all();
  database.close();
  const revisions = projections.map(({ name, revision }) => [name, revision]);
  return createHash("sha256")
    .update(JSON.stringify([revisions, schema]))
    .digest("hex")
    .slice(0, 16);
}
