import { itemsByKey } from "../items-by-key.ts";
import type { Change, JournalAction, Subject } from "../journal.ts";
import type { Item, OpenProjection, Projection, Workbench } from "./projection.ts";

/**
 * Rows of subjects whose values the journal does not have: they are read by key whenever one has changed. Expects the table with `id` and `version`, and beside it
 * `<table>_tombstone` with the same columns.
 */
export abstract class RowsByKey implements OpenProjection {
  protected readonly statements: Workbench["statements"];
  readonly #table: string;
  readonly #endedBy: JournalAction;

  constructor({ statements }: Workbench, table: string, endedBy: JournalAction) {
    this.statements = statements;
    this.#table = table;
    this.#endedBy = endedBy;
  }

  versionOf({ id }: Subject): number {
    for (const table of [this.#table, `${this.#table}_tombstone`]) {
      const row = this.statements.of(`SELECT version FROM ${table} WHERE id = ?`).get(id);
      if (row) return Number(row["version"]);
    }
    return 0;
  }

  apply({ action, subject, version }: Change): boolean {
    if (action !== this.#endedBy) return false;
    this.bury(subject, version);
    return true;
  }

  bury({ id }: Subject, version: number): void {
    this.unlink(id);
    this.statements.of(`DELETE FROM ${this.#table} WHERE id = ?`).run(id);
    this.statements.of(`INSERT OR REPLACE INTO ${this.#table}_tombstone VALUES (?, ?)`).run(id, version);
  }

  abstract put(item: Item): void;

  /** Deletes what stands in other tables about a row. */
  protected unlink(_id: string): void {}
}

/** `fetch` of a projection whose subjects are items with these keys. */
export const fetchByKey =
  (paramsOf: (orgId: string, id: string) => object, idName: string): Projection["fetch"] =>
  async (orgId, subjects) => {
    const keys = subjects.map(({ id }) => (paramsOf(orgId, id) as { readonly Key: Record<string, unknown> }).Key); // ElectroDB's params of a get
    const byId = new Map((await itemsByKey(keys)).map((item) => [String(item[idName]), item]));
    return subjects.map((subject) => ({ subject, item: byId.get(subject.id) ?? null }));
  };
