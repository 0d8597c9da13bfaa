import type { DatabaseSync } from "node:sqlite";
import { fold } from "../kernel/fold.ts";
import { isId } from "../kernel/id-form.ts";
import type { Change, Subject } from "../data/journal.ts";
import { itemsByKey } from "../data/items-by-key.ts";
import { itemsOf } from "../data/replica/items.ts";
import type { Item, OpenProjection, Projection, Workbench } from "../data/replica/projection.ts";
import type { Activity } from "./activity.ts";
import { activityEntity, shards } from "./entity.ts";
import { activityOfRow } from "./replica/rows.ts";
import { activityKey, activityOf } from "./store.ts";
import type { ActivityColumns, ActivityDefinition, ActivityValues } from "./types/definition.ts";
import { definitionOf, definitions, isActivityType } from "./types/list.ts";

/**
 * Activities in the replica: a row for every one that exists, whose state is open, done or trash. The indexes cover what is counted, with the people that a scope asks for, so
 * that a list of some hundred open tasks costs the same beside a hundred thousand done ones; those of open tasks hold all that these are sorted and grouped by. What is on a calendar for longer than `shortMs` (series above all)
 * is indexed apart, so that a window reads the short ones by when they begin, and of the others those that reach into it.
 */
export const activityProjection: Projection = {
  name: "activities",
  kinds: ["activity"],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE activity (
        id TEXT PRIMARY KEY, type TEXT NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL, created_by TEXT NOT NULL, automation_id TEXT, created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL, trashed_at TEXT, folded TEXT NOT NULL, assignee TEXT, due_day TEXT, due_at TEXT, is_done INTEGER NOT NULL,
        done_at TEXT, priority INTEGER NOT NULL, card_id TEXT, starts_at TEXT, ends_at TEXT, spans INTEGER NOT NULL, remind_at TEXT,
        repeats INTEGER NOT NULL, has_people INTEGER NOT NULL,
        happened_at TEXT NOT NULL, parent_id TEXT, thread_id TEXT, is_pinned INTEGER NOT NULL, template_id TEXT, is_unsent INTEGER NOT NULL, held TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX activity_due ON activity (type, state, due_at, id, due_day, created_by, assignee, has_people);
      CREATE INDEX activity_open_task ON activity
        (type, state, due_at, id, due_day, created_by, assignee, has_people, priority, card_id, created_at) WHERE type = 'TASK' AND state = 'open';
      CREATE INDEX activity_open_task_assigned ON activity
        (assignee, type, state, due_at, id, due_day, created_by, has_people, priority, card_id, created_at) WHERE type = 'TASK' AND state = 'open';
      CREATE INDEX activity_done ON activity (type, state, done_at, id, created_by, assignee, has_people);
      CREATE INDEX activity_assigned ON activity (assignee, type, state, due_at, id, due_day, created_by, has_people);
      CREATE INDEX activity_given ON activity (created_by, type, state, assignee);
      CREATE INDEX activity_of_card ON activity (card_id, due_at) WHERE card_id IS NOT NULL;
      CREATE INDEX activity_on_timeline ON activity (card_id, happened_at, id, type, created_by, assignee, has_people, trashed_at, parent_id)
        WHERE card_id IS NOT NULL AND trashed_at IS NULL AND parent_id IS NULL;
      CREATE INDEX activity_planned_of_card ON activity (card_id)
        WHERE card_id IS NOT NULL AND trashed_at IS NULL AND state = 'open' AND coalesce(starts_at, due_at) IS NOT NULL;
      CREATE INDEX activity_pinned_of_card ON activity (card_id) WHERE card_id IS NOT NULL AND trashed_at IS NULL AND is_pinned = 1;
      CREATE INDEX activity_answering ON activity (parent_id, happened_at, id) WHERE parent_id IS NOT NULL;
      CREATE INDEX activity_in_thread ON activity (thread_id, happened_at, id) WHERE thread_id IS NOT NULL;
      CREATE INDEX activity_from_template ON activity (template_id, happened_at, id) WHERE template_id IS NOT NULL;
      CREATE INDEX activity_unsent ON activity (thread_id, happened_at, id) WHERE is_unsent = 1 AND trashed_at IS NULL;
      CREATE INDEX activity_trashed ON activity (trashed_at) WHERE trashed_at IS NOT NULL;
      CREATE INDEX activity_on_calendar ON activity (type, starts_at, ends_at) WHERE spans = 0 AND starts_at IS NOT NULL AND trashed_at IS NULL;
      CREATE INDEX activity_spanning ON activity (type, starts_at, ends_at) WHERE spans = 1 AND trashed_at IS NULL;
      CREATE INDEX activity_reminded ON activity (remind_at) WHERE remind_at IS NOT NULL AND state = 'open';
      CREATE INDEX activity_repeated ON activity (type, ends_at) WHERE remind_at IS NOT NULL AND state = 'open' AND repeats = 1;
      CREATE TABLE activity_person (user_id TEXT NOT NULL, activity_id TEXT NOT NULL, PRIMARY KEY (user_id, activity_id)) WITHOUT ROWID;
      CREATE INDEX activity_person_of ON activity_person (activity_id);
      CREATE TABLE activity_card (card_id TEXT NOT NULL, activity_id TEXT NOT NULL, PRIMARY KEY (card_id, activity_id)) WITHOUT ROWID;
      CREATE INDEX activity_card_of ON activity_card (activity_id);
      CREATE TABLE activity_tombstone (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    `);
  },
  open: (workbench) => new ActivityTable(workbench),
  readAll: (orgId) => shards.map((shard) => itemsOf(activityEntity().query.main({ orgId, shard }).params())),
  async fetch(orgId, subjects) {
    // ElectroDB types its params as a record
    const keys = subjects.map(({ id }) => activityKey(orgId, id)["Key"] as Record<string, unknown>);
    const byId = new Map((await itemsByKey(keys)).map((item) => [String(item["activityId"]), item]));
    return subjects.map((subject) => ({ subject, item: byId.get(subject.id) ?? null }));
  },
};

/** Longer than this, something is looked for by its end as well as its beginning. */
export const shortMs = 8 * 86_400_000;

const isSpanning = ({ startsAt, endsAt }: ActivityColumns): boolean =>
  startsAt !== null && (endsAt === null || Date.parse(endsAt) - Date.parse(startsAt) > shortMs);

type Effect = "create" | "update" | "delete" | "restore" | "purge";
const effects: ReadonlyMap<string, Effect> = new Map(
  Object.values(definitions).flatMap(({ actions, edits = [] }: ActivityDefinition) => [
    ...Object.entries(actions).map(([effect, action]) => [action, effect as Effect] as const), // the keys of `actions`
    ...edits.map((action) => [action, "update"] as const),
  ]),
);

class ActivityTable implements OpenProjection {
  readonly #statements: Workbench["statements"];

  constructor({ statements }: Workbench) {
    this.#statements = statements;
  }

  versionOf({ id }: Subject): number {
    const row =
      this.#statements.of("SELECT version FROM activity WHERE id = ?").get(id) ??
      this.#statements.of("SELECT version FROM activity_tombstone WHERE id = ?").get(id);
    return row ? Number(row["version"]) : 0;
  }

  apply({ action, subject, version, after, erased }: Change, at: string): boolean {
    const effect = effects.get(action);
    if (effect === "purge") {
      this.bury(subject, version);
      return true;
    }
    if (!after || erased) return false;
    if (effect === "create") {
      const { type, createdBy, automationId: by, ...values } = after;
      if (!isActivityType(type) || typeof createdBy !== "string") return false;
      const automationId = isId("aut", by) ? by : null;
      this.#write(subject.id, { type, version, values, createdBy, automationId, createdAt: at, updatedAt: at, trashedAt: null });
      return true;
    }
    const row = this.#statements.of("SELECT * FROM activity WHERE id = ?").get(subject.id);
    if (!row || effect === undefined) return false;
    const held = activityOfRow(row);
    const { trashedAt, ...changed } = after;
    const moved = effect === "update" ? {} : { trashedAt: effect === "delete" ? String(trashedAt) : null };
    this.#write(subject.id, { ...held, ...moved, values: withoutNulls({ ...held.values, ...changed }), version, updatedAt: at });
    return true;
  }

  put(item: Item): void {
    const activity = activityOf(item);
    if (this.versionOf({ kind: "activity", id: activity.id }) < activity.version) this.#write(activity.id, activity);
  }

  bury({ id }: Subject, version: number): void {
    this.#unlink(id);
    this.#statements.of("DELETE FROM activity WHERE id = ?").run(id);
    this.#statements.of("INSERT OR REPLACE INTO activity_tombstone VALUES (?, ?)").run(id, version);
  }

  #write(
    id: string,
    { type, version, values, createdBy, automationId, createdAt, updatedAt, trashedAt }: Omit<Activity, "id">,
  ): void {
    const columns = definitionOf(type).columns(values);
    const row: Readonly<Record<string, string | number | null>> = {
      id,
      type,
      state: trashedAt ? "trash" : columns.isDone ? "done" : "open",
      version,
      created_by: createdBy,
      automation_id: automationId,
      created_at: createdAt,
      updated_at: updatedAt,
      trashed_at: trashedAt,
      folded: fold(columns.words === "" ? columns.title : `${columns.title}\n${columns.words}`),
      assignee: columns.assignee,
      due_day: columns.dueDay,
      due_at: columns.dueAt,
      is_done: Number(columns.isDone),
      done_at: columns.doneAt,
      priority: columns.priority,
      card_id: columns.cardId,
      starts_at: columns.startsAt,
      ends_at: columns.endsAt,
      spans: Number(isSpanning(columns)),
      remind_at: columns.remindAt,
      repeats: Number(definitionOf(type).series?.repeats(values) ?? false),
      has_people: Number(columns.people.length > 0),
      happened_at: columns.happenedAt ?? createdAt,
      parent_id: columns.parentId,
      thread_id: columns.threadId,
      is_pinned: Number(columns.isPinned),
      template_id: columns.templateId,
      is_unsent: Number(columns.isUnsent),
      held: JSON.stringify(values),
    };
    const names = Object.keys(row);
    this.#unlink(id);
    this.#statements
      .of(`INSERT OR REPLACE INTO activity (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
      .run(...Object.values(row));
    for (const userId of new Set(columns.people))
      this.#statements.of("INSERT INTO activity_person VALUES (?, ?)").run(userId, id);
    for (const cardId of new Set(columns.cards)) this.#statements.of("INSERT INTO activity_card VALUES (?, ?)").run(cardId, id);
  }

  #unlink(id: string): void {
    this.#statements.of("DELETE FROM activity_person WHERE activity_id = ?").run(id);
    this.#statements.of("DELETE FROM activity_card WHERE activity_id = ?").run(id);
  }
}

const withoutNulls = (values: ActivityValues): ActivityValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
