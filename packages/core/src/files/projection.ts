import type { DatabaseSync } from "node:sqlite";
import type { Change, Subject } from "../data/journal.ts";
import { itemsByKey } from "../data/items-by-key.ts";
import { itemsOf } from "../data/replica/items.ts";
import type { Item, OpenProjection, Projection, Workbench } from "../data/replica/projection.ts";
import { storedFileEntity } from "./entity.ts";
import { fileKindOf } from "./rules.ts";

/** Permanent files in the replica: what the archive lists. A file may pass to another card, activity or template and otherwise never changes. */
export const fileProjection: Projection = {
  name: "files",
  kinds: ["file"],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE file (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, bytes INTEGER NOT NULL, mime TEXT NOT NULL, kind TEXT NOT NULL,
        purpose TEXT NOT NULL, card_id TEXT NOT NULL, activity_id TEXT NOT NULL, template_id TEXT NOT NULL, uploaded_by TEXT NOT NULL, created_at TEXT NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX file_of_card ON file (card_id);
      CREATE INDEX file_of_activity ON file (activity_id) WHERE activity_id <> '';
      CREATE INDEX file_of_template ON file (template_id) WHERE template_id <> '';
      CREATE TABLE file_tombstone (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    `);
  },
  open: (workbench) => new FileTable(workbench),
  readAll: (orgId) => [itemsOf(storedFileEntity().query.main({ orgId, kind: "stored" }).params())],
  async fetch(orgId, subjects) {
    const keys = subjects.map(({ id }) => {
      const params = storedFileEntity().get({ orgId, kind: "stored", fileId: id }).params();
      return params["Key"] as Record<string, unknown>; // ElectroDB types its params as a record
    });
    const byId = new Map((await itemsByKey(keys)).map((item) => [String(item["fileId"]), item]));
    return subjects.map((subject) => ({ subject, item: byId.get(subject.id) ?? null }));
  },
};

/** An owner that most files do not have. */
const ownerIn = (item: Item, name: "activityId" | "templateId"): string => {
  const owner = item[name];
  return typeof owner === "string" ? owner : "";
};

/** Names are found without regard to case. */
export const foldedName = (name: string): string => name.normalize("NFC").toLocaleLowerCase("en");

class FileTable implements OpenProjection {
  readonly #statements: Workbench["statements"];

  constructor({ statements }: Workbench) {
    this.#statements = statements;
  }

  versionOf({ id }: Subject): number {
    const row =
      this.#statements.of("SELECT version FROM file WHERE id = ?").get(id) ??
      this.#statements.of("SELECT version FROM file_tombstone WHERE id = ?").get(id);
    return row ? Number(row["version"]) : 0;
  }

  apply({ action, subject, version, after }: Change): boolean {
    if (action === "file.delete") {
      this.bury(subject, version);
      return true;
    }
    if (action === "file.update" && after) {
      this.#statements
        .of("UPDATE file SET card_id = ?, activity_id = ?, template_id = ?, version = ? WHERE id = ?")
        .run(String(after["cardId"]), ownerIn(after, "activityId"), ownerIn(after, "templateId"), version, subject.id);
      return true;
    }
    if (action !== "file.upload" || !after) return false;
    this.put({ ...after, fileId: subject.id, version });
    return true;
  }

  put(item: Item): void {
    const id = String(item["fileId"]);
    const version = Number(item["version"] ?? 1);
    if (this.versionOf({ kind: "file", id }) >= version) return;
    const [name, mime] = [String(item["name"]), String(item["mime"])];
    this.#statements
      .of("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        id,
        name,
        foldedName(name),
        Number(item["bytes"]),
        mime,
        fileKindOf(mime),
        String(item["purpose"]),
        String(item["cardId"]),
        ownerIn(item, "activityId"),
        ownerIn(item, "templateId"),
        String(item["uploadedBy"]),
        String(item["createdAt"]),
        version,
      );
  }

  bury({ id }: Subject, version: number): void {
    this.#statements.of("DELETE FROM file WHERE id = ?").run(id);
    this.#statements.of("INSERT OR REPLACE INTO file_tombstone VALUES (?, ?)").run(id, version);
  }
}
