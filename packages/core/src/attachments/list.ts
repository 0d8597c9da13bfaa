import { inTime } from "../data/replica/question-time.ts";
import { activityScopeSql, type ActivitySight, activityTypes, definitionOf, sightSql } from "../activities/index.ts";
import { nameOfCard, scopeSql } from "../cards/index.ts";
import type { TemplateSight } from "../message-templates/attachments/index.ts";
import { always, and, never, or, type Sql } from "../data/replica/sql.ts";
import { foldedName, storedFileOf } from "../files/index.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import type { FileList, FileListQuery, ListedFile } from "./schema.ts";

/** Files that a call may see: those of visible cards, activities and templates, within the scope of the storage permission. */
export interface FileScope {
  readonly cards: Scope;
  readonly sight: ActivitySight;
  readonly storage: Scope;
  readonly templates: TemplateSight;
  readonly userId: UserId | null;
}

/**
 * A file is visible with its card, its activity or its template. Files of one that is not created yet, or that is gone, are visible to their uploader and to everyone
 * who sees the whole storage. Avatars belong to none and never appear in lists.
 */
function visible({ cards, sight, storage, templates, userId }: FileScope): Sql {
  const own: Sql = userId ? { text: "file.uploaded_by = ?", params: [userId] } : never;
  const where = (text: string): Sql => ({ text, params: [] });
  const reached = (scope: Scope, otherwise: Sql): Sql =>
    scope.kind === "organization" ? always : or([scopeSql(scope, "card."), otherwise]);
  const ofCards = and([where("file.card_id <> ''"), reached(cards, and([where("card.id IS NULL"), own])), reached(storage, own)]);
  const isWhole = storage.kind === "organization";
  const readable = and([
    sightSql(sight),
    // Activities on a card are read with the card.
    or([where(`activity.type IN (${withoutCard})`), and([where("card.id IS NOT NULL"), scopeSql(cards, "card.")])]),
    isWhole ? always : or([activityScopeSql(storage), own]),
  ]);
  const ofNothing = and([where("activity.id IS NULL"), isWhole ? always : own]);
  const ofActivities = and([where("file.activity_id <> ''"), or([ofNothing, and([where("activity.id IS NOT NULL"), readable])])]);
  const isOf = (word: "IN" | "NOT IN", refs: readonly string[]): Sql => ({
    text: `file.template_id ${word} (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(refs)],
  });
  const ofTemplates = and([
    where("file.template_id <> ''"),
    isWhole ? always : own,
    or([isOf("IN", templates.offered), isOf("NOT IN", templates.stored)]),
  ]);
  return or([ofCards, ofActivities, ofTemplates]);
}

/** Tasks and meetings are there without their card. */
const withoutCard = activityTypes
  .filter((type) => definitionOf(type).permission !== "COMMENTS")
  .map((type) => `'${type}'`)
  .join(", ");

const order = { createdAt: "file.created_at", name: "file.folded", bytes: "file.bytes" } as const;

const among = (column: string, values: readonly string[] | undefined): Sql[] =>
  values ? [{ text: `${column} IN (${values.map(() => "?").join(", ")})`, params: values }] : [];

/** One page of the files that the query selects, with their number and total size. */
export async function listFiles(orgId: OrgId, scope: FileScope, query: FileListQuery): Promise<FileList> {
  const { statements } = await openReplica(orgId);
  const where = and([
    { text: inTime("file.id"), params: [] },
    visible(scope),
    ...(query.search ? [{ text: "instr(file.folded, ?) > 0", params: [foldedName(query.search)] }] : []),
    ...among("file.kind", query.kinds),
    ...among("file.uploaded_by", query.uploadedBy),
    ...(query.cardId
      ? [
          {
            text: "(file.card_id = ? OR activity.card_id = ? AND activity.trashed_at IS NULL)",
            params: [query.cardId, query.cardId],
          },
        ]
      : []),
  ]);
  const from = `file LEFT JOIN activity ON file.activity_id <> '' AND activity.id = file.activity_id
    LEFT JOIN card ON card.id = CASE file.activity_id WHEN '' THEN file.card_id ELSE activity.card_id END WHERE ${where.text}`;
  // A task may be read by somebody who does not see its card.
  const named = scopeSql(scope.cards, "card.");
  const { by, direction } = query.sort;
  const rows = statements
    .of(
      `SELECT file.*, CASE WHEN file.activity_id = '' OR ${named.text} THEN card.id END AS known_card, card.type_id, (SELECT fields FROM card_fields WHERE seq = card.seq) AS fields
       FROM ${from} ORDER BY ${order[by]} ${direction}, file.id ${direction} LIMIT ? OFFSET ?`,
    )
    .all(...named.params, ...where.params, query.limit, query.cursor)
    .map(listedFileOf);
  const totals = statements.of(`SELECT count(*) AS n, coalesce(sum(file.bytes), 0) AS bytes FROM ${from}`).get(...where.params);
  const total = Number(totals?.["n"]);
  return {
    rows,
    total,
    totalBytes: Number(totals?.["bytes"]),
    nextCursor: query.cursor + rows.length < total && rows.length > 0 ? query.cursor + rows.length : null,
  };
}

function listedFileOf(row: Readonly<Record<string, unknown>>): ListedFile {
  const file = storedFileOf({
    fileId: String(row["id"]),
    name: String(row["name"]),
    bytes: Number(row["bytes"]),
    mime: String(row["mime"]),
    purpose: row["purpose"] as ListedFile["purpose"], // as written by this module
    cardId: String(row["card_id"]),
    activityId: String(row["activity_id"]),
    templateId: String(row["template_id"]),
    uploadedBy: String(row["uploaded_by"]),
    createdAt: String(row["created_at"]),
    version: Number(row["version"]),
  });
  const { known_card: id, type_id: typeId, fields } = row;
  const isKnown = typeof id === "string" && typeof typeId === "string";
  return { ...file, card: isKnown ? { id, typeId, name: nameOfCard(fields), people: peopleIn(fields) } : null };
}

/** Number of files that the organization keeps, including avatars. */
export async function fileCountOf(orgId: OrgId): Promise<number> {
  const { statements } = await openReplica(orgId);
  return Number(statements.of("SELECT count(*) AS n FROM file").get()?.["n"]);
}

/** The people each field of the card names, which decide whether it is one's own. */
function peopleIn(fields: unknown): Record<string, string> {
  const all: unknown = JSON.parse(String(fields));
  return Object.fromEntries(Object.entries(all ?? {}).filter(([, value]) => isId("usr", value)));
}
