import { type DatabaseSync, backup } from "node:sqlite";
import type { RecordId } from "../../kernel/id.ts";
import type { Change, JournalRecord, Subject } from "../journal.ts";
import { AdaptiveIndexes } from "./adaptive-indexes.ts";
import { openFile, temporaryPath } from "./file.ts";
import type { Fetched, Item, OpenProjection, Projection } from "./projection.ts";
import { openTime } from "./question-time.ts";
import { Statements } from "./statements.ts";

/** A subject whose change did not follow on the held version: it has to be fetched. */
export interface Missing {
  readonly subject: Subject;
  /** At least its version when the record was written, which is its tombstone's version if it is gone by now. */
  version: number;
}

/** One organization's rows in a file, and how journal records change them. Knows no network; `catch-up.ts` feeds it. */
export class ReplicaDatabase {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly indexes: AdaptiveIndexes;
  readonly #open: readonly { readonly projection: Projection; readonly tables: OpenProjection }[];
  readonly #release: () => void;
  /** Changes applied since this was loaded. */
  applied = 0;
  /**
   * The record of an erasure that came after this was built from the table: SQLite may still keep erased values in remains of deleted rows and words, so this
   * must no longer be read or published.
   */
  erasedBy: RecordId | null = null;

  private constructor(path: string, projections: readonly Projection[], isNew: boolean) {
    const { db, release } = openFile(path);
    this.db = db;
    this.#release = release;
    openTime(db);
    if (isNew) {
      db.exec("CREATE TABLE replica (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
      for (const projection of projections) projection.create(db);
    }
    this.statements = new Statements(db);
    this.indexes = new AdaptiveIndexes(db);
    this.#open = projections.map((projection) => ({ projection, tables: projection.open(this) }));
  }

  static empty(projections: readonly Projection[]): ReplicaDatabase {
    return new ReplicaDatabase(temporaryPath(), projections, true);
  }

  /** From a file that `copyTo` has written. The file is this database's from then on. */
  static from(path: string, projections: readonly Projection[]): ReplicaDatabase {
    return new ReplicaDatabase(path, projections, false);
  }

  /** Id of a record up to which this certainly holds everything, stored inside so that a snapshot cannot be separated from it. */
  get cursor(): RecordId | null {
    return this.#noted("cursor");
  }

  set cursor(id: RecordId | null) {
    this.#note("cursor", id);
  }

  /** The newest record when this, or the snapshot it comes from, was built from the table: it holds nothing that was erased before. */
  get builtFrom(): RecordId | null {
    return this.#noted("builtFrom");
  }

  set builtFrom(id: RecordId | null) {
    this.#note("builtFrom", id);
  }

  #noted(key: string): RecordId | null {
    const row = this.statements.of("SELECT value FROM replica WHERE key = ?").get(key);
    return typeof row?.["value"] === "string" ? row["value"] : null;
  }

  #note(key: string, id: RecordId | null): void {
    this.statements.of("INSERT OR REPLACE INTO replica VALUES (?, ?)").run(key, id);
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

  /** Applies a record, and adds subjects to be fetched to `missing`. Runs within the caller's transaction. */
  apply(record: JournalRecord, missing: Map<string, Missing>): void {
    for (const { tables } of this.#open) {
      if (!tables.note) continue;
      tables.note(record);
      this.applied++;
    }
    for (const change of record.changes) {
      if (change.action === "personalData.erase" && this.#holdsValues && !this.#isBuiltAfter(record.id))
        this.erasedBy = record.id;
      if (this.#applyOne(change, record.at)) continue;
      const { subject, version } = change;
      const known = missing.get(subject.id);
      if (!known) missing.set(subject.id, { subject, version });
      else known.version = Math.max(known.version, version);
    }
  }

  /** What holds no subjects holds only ids. */
  get #holdsValues(): boolean {
    return this.#open.some(({ projection }) => projection.kinds.length > 0);
  }

  #isBuiltAfter(id: RecordId): boolean {
    const { builtFrom } = this;
    return builtFrom !== null && builtFrom >= id;
  }

  #applyOne(change: Change, at: string): boolean {
    const tables = this.#tablesOf(change.subject);
    if (!tables) return true;
    if (change.action === "replica.repair") return false;
    const held = tables.versionOf(change.subject);
    // Older than the held version: it was read before, or fetched by key, or arrived late.
    if (change.version <= held) return true;
    this.applied++;
    return change.version === held + 1 && tables.apply(change, at);
  }

  /** Stores the table's state of subjects that were missing. */
  takeIn(fetched: readonly Fetched[], missing: ReadonlyMap<string, Missing>): void {
    this.transaction(() => {
      for (const { subject, item } of fetched) {
        const tables = this.#tablesOf(subject);
        const reason = missing.get(subject.id);
        if (!tables || !reason) continue;
        this.applied++;
        if (item) tables.put(item);
        else tables.bury(subject, Math.max(tables.versionOf(subject), reason.version));
      }
    });
  }

  /** Does some of the work that projections have put off. @returns true while there is more. */
  tidy(): boolean {
    return this.transaction(() => this.#open.filter(({ tables }) => tables.tidy?.()).length > 0);
  }

  #tablesOf(subject: Subject): OpenProjection | undefined {
    return this.#open.find(({ projection }) => projection.kinds.includes(subject.kind))?.tables;
  }

  /** Copies everything into its own file, some pages at a time so that others get their turn. Nothing may be written meanwhile. */
  async copyTo(path: string): Promise<void> {
    await backup(this.db, path, { rate: 256 });
  }

  close(): void {
    this.#release();
  }
}
