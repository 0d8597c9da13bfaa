import { inTime } from "../../data/replica/question-time.ts";
import type { DatabaseSync } from "node:sqlite";
import type { FigureTable, FigureViewer } from "../../cards/index.ts";
import type { Workbench } from "../../data/replica/projection.ts";
import type { Sql } from "../../data/replica/sql.ts";
import { earliest, latest, momentsFor } from "../figures/rules.ts";
import type { ActivityValues } from "../types/definition.ts";
import { sightSql } from "./scope.ts";

/** Viewers whose figures are kept at once: a table for whoever sees everything, and small ones for people who see their own. */
const mostTables = 12;
/** More cards than these are counted all at once. */
const mostTouched = 5_000;

interface Table extends FigureTable {
  readonly indexed: Set<string>;
  readonly sight: Sql;
  /** Cards whose activities have changed since. */
  readonly touched: Set<string>;
  /** The instant of the clock that its figures are of. */
  now: string;
  state: number;
}

/**
 * Figures of cards' activities, for each viewer (decision 033). Temporary tables beside the replica, so they are in no snapshot, and no list that does not
 * read figures pays for them: the first such query counts everything the viewer sees, later ones only the cards whose activities have changed, which triggers
 * note, and those for which a moment has passed: a task is overdue, a meeting begins.
 */
export class ActivityFigures {
  readonly #db: DatabaseSync;
  readonly #statements: Workbench["statements"];
  /** Keyed by the viewer's sight, least recently used first. */
  readonly #tables = new Map<string, Table>();
  #made = 0;
  #state = 0;

  constructor({ db, statements }: Pick<Workbench, "db" | "statements">) {
    this.#db = db;
    this.#statements = statements;
  }

  of({ sight, now }: FigureViewer): FigureTable {
    this.#noteTouched();
    const key = JSON.stringify(
      [...sight].map(([permission, scope]) => [permission, scope.kind === "people" ? scope.userIds.toSorted() : scope.kind]),
    );
    const held = this.#tables.get(key);
    // A clock that was set back makes moments come again.
    if (held && held.touched.size <= mostTouched && held.now <= now) {
      this.#wholly(key, held, () => this.#refresh(held, now));
      this.#tables.delete(key);
      this.#tables.set(key, held);
      return held;
    }
    if (held) this.#drop(key, held);
    for (const [oldest, table] of this.#tables) {
      if (this.#tables.size < mostTables) break;
      this.#drop(oldest, table);
    }
    const name = `figures_${++this.#made}`;
    const indexed = new Set<string>();
    const table: Table = {
      name,
      indexed,
      index: (column) => {
        if (indexed.has(column)) return;
        indexed.add(column);
        this.#db.exec(`CREATE INDEX temp.${name}_${column} ON ${name} (${column}, card_id)`);
      },
      sight: sightSql(sight),
      touched: new Set(),
      now,
      state: ++this.#state,
    };
    this.#wholly(key, table, () => this.#count(table));
    this.#tables.set(key, table);
    return table;
  }

  /** Whoever asked may run out of time in between: what was counted by then is not kept. */
  #wholly(key: string, table: Table, count: () => void): void {
    try {
      count();
    } catch (error) {
      this.#drop(key, table);
      throw error;
    }
  }

  #drop(key: string, { name }: Table): void {
    this.#tables.delete(key);
    this.#db.exec(`DROP TABLE IF EXISTS temp.${name}`);
  }

  /** Hands what the triggers have noted to each table. */
  #noteTouched(): void {
    if (this.#made === 0) {
      this.#db.exec(triggers);
      return;
    }
    const touched = this.#statements.of("SELECT card_id FROM temp.figure_touched").all();
    if (touched.length === 0) return;
    this.#statements.of("DELETE FROM temp.figure_touched").run();
    for (const table of this.#tables.values()) for (const { card_id: cardId } of touched) table.touched.add(String(cardId));
  }

  #count(table: Table): void {
    const { name, sight, now } = table;
    this.#db.exec(`
      CREATE TEMP TABLE ${name} (seq INTEGER PRIMARY KEY, card_id TEXT NOT NULL UNIQUE, last_activity_at TEXT, next_activity_at TEXT,
        next_meeting_at TEXT, open_tasks INTEGER NOT NULL, overdue_tasks INTEGER NOT NULL, changes_at TEXT, series INTEGER NOT NULL);`);
    const counted = countedSql(sight, now);
    this.#statements
      .of(
        `INSERT INTO temp.${name} SELECT card.seq, counted.* FROM (${counted.text}) AS counted JOIN card ON card.id = counted.card_id
         WHERE card.merged_into IS NULL`,
      )
      .run(...counted.params);
    // After it is filled, which is quicker than keeping it in order meanwhile.
    this.#db.exec(`CREATE INDEX temp.${name}_changes ON ${name} (changes_at) WHERE changes_at IS NOT NULL`);
    const apart = this.#statements
      .of(
        `SELECT card_id FROM temp.${name} WHERE series > 0 UNION
         SELECT card.merged_into FROM card WHERE card.merged_into IS NOT NULL AND ${inTime("card.seq")} AND
           (EXISTS (SELECT 1 FROM activity WHERE card_id = card.id AND ${inTime("activity.id")})
            OR EXISTS (SELECT 1 FROM activity_card WHERE card_id = card.id AND ${inTime("activity_id")}))`,
      )
      .all();
    for (const cardId of this.#survivorsOf(apart.map(({ card_id: cardId }) => String(cardId)))) this.#recount(table, cardId);
  }

  #refresh(table: Table, now: string): void {
    const passed = this.#statements.of(`SELECT card_id FROM temp.${table.name} WHERE changes_at <= ?`).all(now);
    table.now = now;
    const cardIds = [...table.touched, ...passed.map(({ card_id: cardId }) => String(cardId))];
    if (cardIds.length === 0) return;
    table.touched.clear();
    table.state = ++this.#state;
    for (const cardId of this.#survivorsOf(cardIds)) this.#recount(table, cardId);
  }

  /** The cards, and for those that were merged into another the one that they have become. */
  #survivorsOf(cardIds: readonly string[]): Set<string> {
    const merged = this.#statements.of("SELECT merged_into FROM card WHERE id = ? AND merged_into IS NOT NULL");
    const all = new Set<string>();
    for (const cardId of cardIds) {
      for (let at: string | undefined = cardId; at !== undefined && !all.has(at);) {
        all.add(at);
        const into: unknown = merged.get(at)?.["merged_into"];
        at = typeof into === "string" ? into : undefined;
      }
    }
    return all;
  }

  #recount({ name, sight, now }: Table, cardId: string): void {
    this.#statements.of(`DELETE FROM temp.${name} WHERE card_id = ?`).run(cardId);
    const seq = this.#statements.of("SELECT seq FROM card WHERE id = ? AND merged_into IS NULL").get(cardId)?.["seq"];
    if (seq === undefined) return;
    const parts = this.#partsOf(cardId);
    const rows = parts.flatMap((part) => {
      const counted = countedSql(sight, now, part);
      return this.#statements.of(counted.text).all(...counted.params);
    });
    if (rows.length === 0) return;
    const instants = (column: string) => rows.flatMap((row) => (typeof row[column] === "string" ? [row[column]] : []));
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
    const series =
      sum("series") === 0
        ? []
        : parts.flatMap((part) => this.#seriesOf(part, sight)).map((one) => momentsFor(one, now, new Set(parts)));
    const begun = series.flatMap(({ last }) => last ?? []);
    const coming = series.flatMap(({ next }) => next ?? []);
    this.#statements
      .of(`INSERT OR REPLACE INTO temp.${name} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        Number(seq),
        cardId,
        latest([...instants("last_at"), ...begun]),
        earliest([...instants("next_at"), ...coming]),
        earliest([...instants("meeting_at"), ...coming]),
        sum("open_tasks"),
        sum("overdue_tasks"),
        earliest([...instants("changes_at"), ...coming]),
        series.length,
      );
  }

  /** The card and all that were merged into it. */
  #partsOf(cardId: string): string[] {
    const merged = this.#statements.of(`SELECT id FROM card WHERE merged_into = ? AND ${inTime("seq")}`).all(cardId);
    return [cardId, ...merged.flatMap(({ id }) => this.#partsOf(String(id)))];
  }

  #seriesOf(cardId: string, sight: Sql): ActivityValues[] {
    return this.#statements
      .of(
        `SELECT held FROM activity WHERE id IN (SELECT id FROM activity AS own WHERE card_id = ? AND ${inTime("own.id")}
           UNION SELECT activity_id FROM activity_card WHERE card_id = ? AND ${inTime("activity_id")})
         AND repeats = 1 AND trashed_at IS NULL AND ${sight.text}`,
      )
      .all(cardId, cardId, ...sight.params)
      .map(({ held }) => JSON.parse(String(held)) as ActivityValues); // as it was stored
  }
}

const isOpenTask = "type = 'TASK' AND state = 'open'";
const isOneMeeting = "type = 'MEETING' AND repeats = 0";
/** When something took place or will take place. An open task has not yet. */
const happens = `CASE WHEN type = 'MEETING' THEN iif(repeats = 0, starts_at, NULL) WHEN ${isOpenTask} THEN NULL ELSE happened_at END`;
const first = (...instants: readonly string[]): string =>
  `nullif(min(${instants.map((instant) => `coalesce(${instant}, '~')`).join(", ")}), '~')`;

/** The figures by card, as far as SQL counts them: of series it only counts how many there are. One card's, or those of all. */
function countedSql(sight: Sql, now: string, cardId?: string): Sql {
  const columns = "type, state, due_at, happened_at, starts_at, repeats";
  const one = cardId === undefined ? [] : [cardId];
  const among = (column: string) => (cardId === undefined ? `${column} IS NOT NULL` : `${column} = ?`);
  // Replies to something in the trash are shown nowhere.
  const seen = `trashed_at IS NULL AND ${sight.text} AND (parent_id IS NULL OR
    NOT EXISTS (SELECT 1 FROM activity AS parent WHERE parent.id = activity.parent_id AND parent.trashed_at IS NOT NULL))`;
  return {
    text: `
      SELECT card_id, last_at, ${first("meeting_at", "task_at")} AS next_at, meeting_at, open_tasks, overdue_tasks,
        ${first("meeting_at", "task_at", "to_come")} AS changes_at, series
      FROM (
        SELECT card_id, max(${happens}) FILTER (WHERE ${happens} <= now) AS last_at, min(${happens}) FILTER (WHERE ${happens} > now) AS to_come,
          min(starts_at) FILTER (WHERE ${isOneMeeting} AND starts_at > now) AS meeting_at,
          min(due_at) FILTER (WHERE ${isOpenTask} AND due_at > now) AS task_at,
          count(*) FILTER (WHERE ${isOpenTask}) AS open_tasks, count(*) FILTER (WHERE ${isOpenTask} AND due_at <= now) AS overdue_tasks,
          count(*) FILTER (WHERE repeats = 1) AS series
        FROM (
          SELECT card_id, ${columns} FROM activity WHERE ${among("card_id")} AND ${seen}
          UNION ALL
          SELECT activity_card.card_id, ${columns} FROM activity_card JOIN activity ON activity.id = activity_card.activity_id
            WHERE ${among("activity_card.card_id")} AND ${seen})
        CROSS JOIN (SELECT ? AS now) GROUP BY card_id)`,
    params: [...one, ...sight.params, ...one, ...sight.params, now],
  };
}

const note = (cardId: string, when = `${cardId} IS NOT NULL`): string =>
  `INSERT OR IGNORE INTO figure_touched SELECT ${cardId} WHERE ${when};`;

/**
 * Note the cards whose figures may have changed. A row that is replaced fires no trigger of a deletion, so what it was is noted before. A card that arrives after
 * its activities, goes, or is merged into another is noted too.
 */
const triggers = `
  CREATE TEMP TABLE figure_touched (card_id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TEMP TRIGGER figure_written BEFORE INSERT ON main.activity BEGIN
    INSERT OR IGNORE INTO figure_touched SELECT card_id FROM activity WHERE id = NEW.id AND card_id IS NOT NULL;
    ${note("NEW.card_id")}
  END;
  CREATE TEMP TRIGGER figure_deleted BEFORE DELETE ON main.activity BEGIN ${note("OLD.card_id")} END;
  CREATE TEMP TRIGGER figure_guest AFTER INSERT ON main.activity_card BEGIN ${note("NEW.card_id")} END;
  CREATE TEMP TRIGGER figure_guest_gone AFTER DELETE ON main.activity_card BEGIN ${note("OLD.card_id")} END;
  CREATE TEMP TRIGGER figure_card AFTER INSERT ON main.card BEGIN
    ${note("NEW.id", "EXISTS (SELECT 1 FROM activity WHERE card_id = NEW.id) OR EXISTS (SELECT 1 FROM activity_card WHERE card_id = NEW.id)")}
  END;
  CREATE TEMP TRIGGER figure_card_gone AFTER DELETE ON main.card BEGIN ${note("OLD.id")} ${note("OLD.merged_into")} END;
  CREATE TEMP TRIGGER figure_merged AFTER UPDATE OF merged_into ON main.card WHEN OLD.merged_into IS NOT NEW.merged_into BEGIN
    ${note("NEW.id")} ${note("OLD.merged_into")} ${note("NEW.merged_into")}
  END;`;
