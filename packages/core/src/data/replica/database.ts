import { DatabaseSync } from "node:sqlite";
import type { RecordId } from "../../kernel/id.ts";
import type { Change, JournalRecord, Subject } from "../journal.ts";
import { headOf, type RecordHead } from "./record-head.ts";
import { AdaptiveIndexes } from "./adaptive-indexes.ts";
import type { Fetched, Item, OpenProjection, Projection } from "./projection.ts";
import { fromBytes } from "./serialization.ts";
import { Statements } from "./statements.ts";

/** A subject whose change did not follow on what is held: it has to be fetched. */
export interface Missing {
  readonly subject: Subject;
  /** It was at least this when the record was written, which is its tombstone's version if it is gone by now. */
  version: number;
  /** Numbers of the records that touched it. */
  readonly records: number[];
}

/** One organization's rows in memory, and how journal records change them. Knows no network; `catch-up.ts` feeds it. */
export class ReplicaDatabase {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly indexes: AdaptiveIndexes;
  readonly #open: readonly { readonly projection: Projection; readonly tables: OpenProjection }[];
  /** Changes applied since this was loaded; a snapshot is due after so many. */
  applied = 0;
  /**
   * The record of an erasure that came after this was built from the table: what was erased may still stand in what SQLite keeps of rows and words that are gone,
   * so nobody is to read this any more, nor to publish it.
   */
  erasedBy: RecordId | null = null;

  private constructor(db: DatabaseSync, projections: readonly Projection[]) {
    this.db = db;
    this.statements = new Statements(db);
    this.indexes = new AdaptiveIndexes(db);
    this.#open = projections.map((projection) => ({ projection, tables: projection.open(this) }));
  }

  static empty(projections: readonly Projection[]): ReplicaDatabase {
    const db = new DatabaseSync(":memory:");
    db.exec(`CREATE TABLE replica (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
      CREATE TABLE record (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, actor TEXT NOT NULL, action TEXT NOT NULL,
        origin TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT);`);
    for (const projection of projections) projection.create(db);
    return new ReplicaDatabase(db, projections);
  }

  static from(bytes: Uint8Array, projections: readonly Projection[]): ReplicaDatabase {
    return new ReplicaDatabase(fromBytes(bytes), projections);
  }

  /** Id of the newest record that is in here for certain, kept inside so that a snapshot cannot be parted from it. */
  get cursor(): RecordId | null {
    const row = this.statements.of("SELECT value FROM replica WHERE key = 'cursor'").get();
    return typeof row?.["value"] === "string" ? row["value"] : null;
  }

  set cursor(id: RecordId | null) {
    this.statements.of("INSERT OR REPLACE INTO replica VALUES ('cursor', ?)").run(id);
  }

  /** The newest record there was when this, or the snapshot it comes from, was built from the table: nothing that was erased before is in it. */
  get builtFrom(): RecordId | null {
    const row = this.statements.of("SELECT value FROM replica WHERE key = 'builtFrom'").get();
    return typeof row?.["value"] === "string" ? row["value"] : null;
  }

  set builtFrom(id: RecordId | null) {
    this.statements.of("INSERT OR REPLACE INTO replica VALUES ('builtFrom', ?)").run(id);
  }

  get bytes(): number {
    const pages = this.statements.of("PRAGMA page_count").get()?.["page_count"];
    const size = this.statements.of("PRAGMA page_size").get()?.["page_size"];
    return Number(pages) * Number(size);
  }

  transaction<T>(work: () => T): T {
    this.db.exec("BEGIN");
    try {
      const result = work();
      this.db.exec("COMMIT");
      return result;
    } catch (error) {
      this.db.exec("ROLLBACK");
      throw error;
    }
  }

  putAll(items: readonly Item[], projection: Projection): void {
    const tables = this.#open.find((each) => each.projection === projection)?.tables;
    this.transaction(() => {
      for (const item of items) tables?.put(item);
    });
  }

  /** Applies records in the order given, in one transaction, and adds what has to be fetched to `missing`. */
  apply(records: readonly JournalRecord[], missing: Map<string, Missing>): void {
    this.transaction(() => {
      for (const record of records) {
        const number = this.#recordNumber(headOf(record));
        for (const change of record.changes) {
          if (change.action === "personalData.erase" && !this.#isBuiltAfter(record.id)) this.erasedBy = record.id;
          if (this.#applyOne(change, record.at, number)) continue;
          const { subject, version } = change;
          const known = missing.get(subject.id);
          if (!known) missing.set(subject.id, { subject, version, records: [number] });
          else {
            known.version = Math.max(known.version, version);
            known.records.push(number);
          }
        }
      }
    });
  }

  #isBuiltAfter(id: RecordId): boolean {
    const { builtFrom } = this;
    return builtFrom !== null && builtFrom >= id;
  }

  #applyOne(change: Change, at: string, recordNumber: number): boolean {
    const tables = this.#tablesOf(change.subject);
    if (!tables) return true;
    if (change.action === "replica.repair") return false;
    const held = tables.versionOf(change.subject);
    // An older version is already in what is held: it was read before, or fetched by key, or arrived late.
    if (change.version > held) {
      this.applied++;
      if (change.version !== held + 1 || !tables.apply(change, at)) return false;
    }
    tables.touch(change.subject, recordNumber);
    return true;
  }

  /** Takes in what the table says of subjects that were missing. */
  takeIn(fetched: readonly Fetched[], missing: ReadonlyMap<string, Missing>): void {
    this.transaction(() => {
      for (const { subject, item } of fetched) {
        const tables = this.#tablesOf(subject);
        const reason = missing.get(subject.id);
        if (!tables || !reason) continue;
        this.applied++;
        if (item) tables.put(item);
        else tables.bury(subject, Math.max(tables.versionOf(subject), reason.version));
        for (const number of reason.records) tables.touch(subject, number);
      }
    });
  }

  /** Notes that a record touched subjects, without applying it: for records older than what was read from the table. */
  touch(head: RecordHead): void {
    const number = this.#recordNumber(head);
    for (const subject of head.subjects) this.#tablesOf(subject)?.touch(subject, number);
  }

  #recordNumber({ id, actor, action, origin, subjects: [first, ...rest] }: RecordHead): number {
    const row = this.statements.of("SELECT n FROM record WHERE id = ?").get(id);
    if (row) return Number(row["n"]);
    // A card's records are found through the card, those of chunks too; of the rest, one record is about one thing.
    const subject = first && rest.length === 0 && first.kind !== "card" ? first.id : null;
    return Number(
      this.statements
        .of("INSERT INTO record (id, actor, action, origin, kind, subject) VALUES (?, ?, ?, ?, ?, ?)")
        .run(id, actor, action, origin, first?.kind ?? "", subject).lastInsertRowid,
    );
  }

  #tablesOf(subject: Subject): OpenProjection | undefined {
    return this.#open.find(({ projection }) => projection.kinds.includes(subject.kind))?.tables;
  }

  close(): void {
    this.db.close();
  }
}
