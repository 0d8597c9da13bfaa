import type { DatabaseSync } from "node:sqlite";
import { quoted } from "../../data/replica/adaptive-indexes.ts";
import type { Change, Subject } from "../../data/journal.ts";
import type { Item, OpenProjection, Workbench } from "../../data/replica/projection.ts";
import { CardTypeSchema, type CardType, type FieldValues } from "../schema.ts";
import { type TableChange, TypeTable, ownerOf } from "./columns.ts";
import { fold } from "../../kernel/fold.ts";
import { linksOf } from "./links.ts";
import { placesOf } from "./people.ts";
import { Pointers } from "./pointers.ts";
import { searchDocument } from "./search/search-terms.ts";
import { hasValue, TextIndex } from "./search/text-index.ts";

interface HeldType {
  readonly type: CardType;
  readonly table: TypeTable;
}

interface CardRow {
  readonly id: string;
  readonly typeId: string;
  readonly version: number;
  readonly fields: FieldValues;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
  readonly mergedInto?: string | null;
}

/** The replica that a database belongs to; queries get at its types through this. */
const opened = new WeakMap<DatabaseSync, CardTables>();
/** The card tables of a replica that is open. */
export function cardTablesOf(db: DatabaseSync): CardTables {
  const tables = opened.get(db);
  if (!tables) throw new Error("This database has no card tables");
  return tables;
}

/** Writes cards and card types into the replica's tables. */
export class CardTables implements OpenProjection {
  readonly #db: DatabaseSync;
  readonly #statements: Workbench["statements"];
  readonly #indexes: Workbench["indexes"];
  readonly #text: TextIndex;
  readonly #pointers: Pointers;
  readonly #types = new Map<string, HeldType>();
  /** Incremented with every change of a type's cards, so that earlier counts are known to be outdated. */
  readonly #states = new Map<string, number>();
  #state = 0;

  constructor({ db, statements, indexes }: Workbench) {
    this.#db = db;
    this.#statements = statements;
    this.#indexes = indexes;
    this.#text = new TextIndex(statements);
    this.#pointers = new Pointers(statements);
    for (const row of db.prepare("SELECT definition FROM card_type WHERE gone = 0").all()) {
      const type = CardTypeSchema.parse(JSON.parse(String(row["definition"])));
      this.#types.set(type.id, { type, table: new TypeTable(type) });
    }
    opened.set(db, this);
  }

  /** The types, in the order the organization gave them. */
  types(): CardType[] {
    return [...this.#types.values()].map(({ type }) => type).toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  }

  find(typeId: string): HeldType | undefined {
    return this.#types.get(typeId);
  }

  /** Differs whenever a card of the type (without one: any card) may have changed. */
  stateOf(typeId: string | undefined): number {
    return typeId === undefined ? this.#state : (this.#states.get(typeId) ?? 0);
  }

  versionOf({ kind, id }: Subject): number {
    const row =
      kind === "cardType"
        ? this.#statements.of("SELECT version FROM card_type WHERE id = ?").get(id)
        : (this.#statements.of("SELECT version FROM card WHERE id = ?").get(id) ??
          this.#statements.of("SELECT version FROM card_tombstone WHERE id = ?").get(id));
    return row ? Number(row["version"]) : 0;
  }

  apply({ action, subject, version, after }: Change, at: string): boolean {
    if (subject.kind === "cardType") return false;
    switch (action) {
      case "card.create":
        if (!subject.typeId || !after) return false;
        this.#insert({
          id: subject.id,
          typeId: subject.typeId,
          version,
          fields: withoutNulls(after),
          createdAt: at,
          updatedAt: at,
          trashedAt: null,
        });
        return true;
      case "card.update": {
        const held = this.#read(subject.id);
        if (!held || !after) return false;
        this.#replace(held, { ...held, version, fields: withoutNulls({ ...held.fields, ...after }), updatedAt: at });
        return true;
      }
      case "card.delete":
      case "card.restore": {
        const held = this.#read(subject.id);
        if (!held) return false;
        this.#replace(held, {
          ...held,
          version,
          trashedAt: action === "card.delete" ? at : null,
          mergedInto: null,
          updatedAt: at,
        });
        return true;
      }
      case "card.purge":
      case "card.erase":
        this.bury(subject, version);
        return true;
      default:
        return false;
    }
  }

  put(item: Item): void {
    if (item["definition"] !== undefined) return this.#putType(item);
    const card: CardRow = {
      id: String(item["cardId"]),
      typeId: String(item["typeId"]),
      version: Number(item["version"]),
      fields: item["fields"] as FieldValues, // as its writer stored it; what a field's type does not expect is left out of columns
      createdAt: String(item["createdAt"]),
      updatedAt: String(item["updatedAt"]),
      trashedAt: typeof item["trashedAt"] === "string" ? item["trashedAt"] : null,
      mergedInto: typeof item["mergedInto"] === "string" ? item["mergedInto"] : null,
    };
    const held = this.#read(card.id);
    if (!held) {
      if (card.version > this.versionOf({ kind: "card", id: card.id })) this.#insert(card);
    } else if (card.version > held.version) this.#replace(held, card);
  }

  bury({ kind, id }: Subject, version: number): void {
    if (kind === "cardType") {
      const held = this.#types.get(id);
      if (held) this.#drop(held);
      this.#statements.of("INSERT OR REPLACE INTO card_type VALUES (?, ?, 1, NULL)").run(id, version);
      return;
    }
    const held = this.#read(id);
    if (held) {
      if (held.trashedAt === null) this.#unlist(held.seq, held.typeId);
      this.#pointers.link(held.seq, linksOf(held.fields), []);
      this.#pointers.place(held.seq, placesOf(held), []);
      for (const table of ["card", "card_fields", "card_stale"])
        this.#statements.of(`DELETE FROM ${table} WHERE seq = ?`).run(held.seq);
      this.#changed(held.typeId);
    }
    this.#statements.of("INSERT OR REPLACE INTO card_tombstone VALUES (?, ?)").run(id, version);
  }

  /** Reindexes cards whose type has lost a field. */
  tidy(): boolean {
    return this.#text.tidy((typeId) => this.#types.get(typeId)?.type);
  }

  #read(id: string): (CardRow & { readonly seq: number }) | undefined {
    const row = this.#statements.of("SELECT * FROM card JOIN card_fields USING (seq) WHERE id = ?").get(id);
    if (!row) return undefined;
    return {
      seq: Number(row["seq"]),
      id,
      typeId: String(row["type_id"]),
      version: Number(row["version"]),
      fields: JSON.parse(String(row["fields"])) as FieldValues,
      createdAt: String(row["created_at"]),
      updatedAt: String(row["updated_at"]),
      trashedAt: row["trashed_at"] === null ? null : String(row["trashed_at"]),
      mergedInto: row["merged_into"] === null ? null : String(row["merged_into"]),
    };
  }

  #insert(card: CardRow): void {
    const { lastInsertRowid } = this.#statements
      .of(
        "INSERT INTO card (id, type_id, version, created_at, updated_at, trashed_at, merged_into, name, status, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(card.id, ...head(card));
    const seq = Number(lastInsertRowid);
    this.#statements.of("INSERT INTO card_fields VALUES (?, ?)").run(seq, JSON.stringify(card.fields));
    this.#pointers.link(seq, [], linksOf(card.fields));
    this.#pointers.place(seq, [], placesOf(card));
    if (card.trashedAt === null) this.#list(seq, card);
    this.#changed(card.typeId);
  }

  #replace(held: CardRow & { readonly seq: number }, card: CardRow): void {
    const { seq } = held;
    this.#statements
      .of(
        "UPDATE card SET type_id = ?, version = ?, created_at = ?, updated_at = ?, trashed_at = ?, merged_into = ?, name = ?, status = ?, owner = ? WHERE seq = ?",
      )
      .run(...head(card), seq);
    this.#statements.of("UPDATE card_fields SET fields = ? WHERE seq = ?").run(JSON.stringify(card.fields), seq);
    this.#pointers.link(seq, linksOf(held.fields), linksOf(card.fields));
    this.#pointers.place(seq, placesOf(held), placesOf(card));
    const wasListed = held.trashedAt === null;
    const isListed = card.trashedAt === null;
    if (wasListed && isListed && held.typeId === card.typeId) this.#relist(seq, held, card);
    else {
      if (wasListed) this.#unlist(seq, held.typeId);
      if (isListed) this.#list(seq, card);
    }
    this.#changed(held.typeId);
    if (card.typeId !== held.typeId) this.#changed(card.typeId);
  }

  /** Into the tables that lists and searches read. Trashed cards are in none of them. */
  #list(seq: number, card: CardRow): void {
    const held = this.#types.get(card.typeId);
    if (held) this.#statements.of(held.table.insertSql).run(...held.table.row({ seq, ...card }));
    this.#text.insert(seq, searchDocument(held?.type, card.fields));
  }

  #relist(seq: number, before: CardRow, card: CardRow): void {
    const held = this.#types.get(card.typeId);
    if (held) {
      // Not INSERT OR REPLACE: a statement that may write twice opens a savepoint, at which FTS5 flushes what it has gathered.
      this.#statements.of(`DELETE FROM ${quoted(held.table.name)} WHERE seq = ?`).run(seq);
      this.#statements.of(held.table.insertSql).run(...held.table.row({ seq, ...card }));
    }
    const document = searchDocument(held?.type, card.fields);
    if (this.#text.isStale(seq) || document.terms !== searchDocument(held?.type, before.fields).terms)
      this.#text.replace(seq, document);
  }

  #unlist(seq: number, typeId: string): void {
    const held = this.#types.get(typeId);
    if (held) this.#statements.of(`DELETE FROM ${quoted(held.table.name)} WHERE seq = ?`).run(seq);
    this.#text.remove(seq);
  }

  #putType(item: Item): void {
    const type = CardTypeSchema.parse(item["definition"]);
    const version = Number(item["version"]);
    const held = this.#types.get(type.id);
    if (version <= this.versionOf({ kind: "cardType", id: type.id })) return;
    this.#statements.of("INSERT OR REPLACE INTO card_type VALUES (?, ?, 0, ?)").run(type.id, version, JSON.stringify(type));
    const table = new TypeTable(type);
    if (held?.table.signature === table.signature) {
      this.#types.set(type.id, { type, table });
      return;
    }
    const change = held && table.changeFrom(held.table);
    if (change) {
      this.#types.set(type.id, { type, table });
      this.#evolve(type, table, change);
      return;
    }
    if (held) this.#drop(held);
    this.#types.set(type.id, { type, table });
    this.#db.exec(table.createSql());
    this.#derive(type.id);
  }

  /**
   * Only cards with values for an added field are derived again; a new field has none. Words of a removed field are removed step by step: reindexing a hundred
   * thousand cards at once would block everybody for many seconds.
   */
  #evolve(type: CardType, table: TypeTable, { addedIds, removedIds, sql }: TableChange): void {
    if (removedIds.length > 0) {
      this.#indexes.drop(table.name);
      this.#text.markStale(type.id, removedIds);
      this.tidy();
    }
    for (const statement of sql) this.#db.exec(statement);
    if (addedIds.length > 0) {
      this.#derive(type.id, `AND ${hasValue(addedIds)}`);
    }
    this.#changed(type.id);
  }

  /** Fills the table of a type from the values its cards came with: cards may arrive before their type, or before its change. */
  #derive(typeId: string, among = ""): void {
    const table = this.#types.get(typeId)?.table.name;
    const rows = this.#db
      .prepare(
        `SELECT seq, id, created_at, updated_at, fields FROM card JOIN card_fields USING (seq) WHERE type_id = ? AND trashed_at IS NULL ${among}`,
      )
      .all(typeId);
    for (const row of rows) {
      if (among !== "" && table) this.#statements.of(`DELETE FROM ${quoted(table)} WHERE seq = ?`).run(Number(row["seq"]));
      this.#text.remove(Number(row["seq"]));
      this.#list(Number(row["seq"]), {
        id: String(row["id"]),
        typeId,
        version: 0,
        fields: JSON.parse(String(row["fields"])) as FieldValues,
        createdAt: String(row["created_at"]),
        updatedAt: String(row["updated_at"]),
        trashedAt: null,
      });
    }
    this.#changed(typeId);
  }

  #drop(held: HeldType): void {
    this.#db.exec(`DROP TABLE ${quoted(held.table.name)}`);
    this.#indexes.forget(held.table.name);
    this.#types.delete(held.type.id);
    this.#changed(held.type.id);
  }

  #changed(typeId: string): void {
    this.#state++;
    this.#states.set(typeId, (this.#states.get(typeId) ?? 0) + 1);
  }
}

function head(card: CardRow): (string | number | null)[] {
  const { name, status } = card.fields;
  return [
    card.typeId,
    card.version,
    card.createdAt,
    card.updatedAt,
    card.trashedAt,
    card.mergedInto ?? null,
    typeof name === "string" ? fold(name) : null,
    typeof status === "string" ? status : null,
    ownerOf(card.fields),
  ];
}

const withoutNulls = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
