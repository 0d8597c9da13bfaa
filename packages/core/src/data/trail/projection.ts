import type { DatabaseSync } from "node:sqlite";
import type { ActorRef } from "../../kernel/actor.ts";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import { changesOfChunk, journalEntity } from "../journal-entity.ts";
import type { JournalRecord, Subject, SubjectKind } from "../journal.ts";
import { itemsOf } from "../replica/items.ts";
import type { Item, OpenProjection, Projection, Workbench } from "../replica/projection.ts";
import { packed } from "./packed.ts";

/** Indexed part of a journal record: only what is filtered by. The record itself is read by its key. */
interface Head {
  readonly id: RecordId;
  readonly actor: ActorRef;
  readonly action: string;
  readonly origin: string;
  readonly subjects: readonly Subject[];
}

/** An actor's reference in the trail: a person's id, or the kind of any other. */
const actorWord = ({ kind, id }: ActorRef): string => (kind === "user" ? id : kind);

/**
 * The heads of the organization's journal: who did what to what. A replica of its own, because it grows forever with every change, while lists need memory for
 * cards alone; it is loaded when somebody opens history or the audit. Ids are packed, and repeated texts are numbered (`word`): about 90 bytes for each record,
 * and 16 more for each subject of a chunk.
 */
export const trailProjection: Projection = {
  name: "trail",
  kinds: [],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE word (n INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
      CREATE TABLE record (id BLOB PRIMARY KEY, actor INTEGER NOT NULL, action INTEGER NOT NULL, origin INTEGER NOT NULL, kind INTEGER NOT NULL, subject BLOB) WITHOUT ROWID;
      CREATE INDEX record_subject ON record (subject) WHERE subject IS NOT NULL;
      CREATE TABLE chunk (n INTEGER PRIMARY KEY, id BLOB NOT NULL, members BLOB NOT NULL);
    `);
  },
  open: (workbench) => new Trail(workbench),
  readAll: (orgId: OrgId) => [
    itemsOf(
      journalEntity()
        .query.feed({ orgId })
        .params({
          attributes: ["recordId", "actorKind", "actorId", "action", "origin", "subjectKind", "subjectId", "chunk"],
        }),
    ),
  ],
  fetch: async () => [],
};

class Trail implements OpenProjection {
  readonly #statements: Workbench["statements"];
  readonly #words = new Map<string, number>();

  constructor({ statements }: Workbench) {
    this.#statements = statements;
  }

  versionOf(): number {
    return 0;
  }

  apply(): boolean {
    return true;
  }

  bury(): void {}

  note({ id, actor, origin, changes }: JournalRecord): void {
    this.#put({ id, actor, action: changes[0]?.action ?? "", origin, subjects: changes.map(({ subject }) => subject) });
  }

  put(item: Item): void {
    const { chunk } = item;
    this.#put({
      id: String(item["recordId"]),
      actor: { kind: String(item["actorKind"]) as ActorRef["kind"], id: String(item["actorId"]) }, // as `toItem` wrote it
      action: String(item["action"]),
      origin: String(item["origin"]),
      subjects:
        chunk instanceof Uint8Array
          ? changesOfChunk(chunk).map(({ subject }) => subject)
          : [{ kind: String(item["subjectKind"]) as SubjectKind, id: String(item["subjectId"]) }],
    });
  }

  /** Records written for replicas alone are not events. */
  #put({ id, actor, action, origin, subjects }: Head): void {
    if (action === "replica.repair") return;
    const [first, ...others] = subjects;
    const only = first && others.length === 0 ? packed(first.id) : null;
    const { changes } = this.#statements
      .of("INSERT OR IGNORE INTO record VALUES (?, ?, ?, ?, ?, ?)")
      .run(packed(id), this.#word(actorWord(actor)), this.#word(action), this.#word(origin), this.#word(first?.kind ?? ""), only);
    if (changes === 0 || only) return;
    const members = Buffer.concat([...new Set(subjects.map((subject) => subject.id))].map(packed));
    this.#statements.of("INSERT INTO chunk (id, members) VALUES (?, ?)").run(packed(id), members);
  }

  #word(text: string): number {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const row = this.#statements.of("SELECT n FROM word WHERE text = ?").get(text);
    const n = Number(row?.["n"] ?? this.#statements.of("INSERT INTO word (text) VALUES (?)").run(text).lastInsertRowid);
    this.#words.set(text, n);
    return n;
  }
}
