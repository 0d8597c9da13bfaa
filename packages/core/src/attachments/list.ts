import { always, and, never, nameOfCard, or, scopeSql, type Sql } from "../cards/index.ts";
import { foldedName, storedFileOf } from "../files/index.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import type { FileList, FileListQuery, ListedFile } from "./schema.ts";

/** What a call may see of files: the cards it may see, and the scope of its storage permission. */
export interface FileScope {
  readonly cards: Scope;
  readonly storage: Scope;
  readonly userId: UserId | null;
}

/**
 * A file is visible with its card. Files of a card that is not created yet, or that is gone, are visible to their uploader and to everyone who sees the whole
 * storage. Avatars belong to no card and never appear in lists.
 */
function visible({ cards, storage, userId }: FileScope): Sql {
  const own: Sql = userId ? { text: "file.uploaded_by = ?", params: [userId] } : never;
  const ofNoCard: Sql = { text: "card.id IS NULL", params: [] };
  const reached = (scope: Scope, otherwise: Sql): Sql =>
    scope.kind === "organization" ? always : or([scopeSql(scope, "card."), otherwise]);
  return and([{ text: "file.card_id <> ''", params: [] }, reached(cards, and([ofNoCard, own])), reached(storage, own)]);
}

const order = { createdAt: "file.created_at", name: "file.folded", bytes: "file.bytes" } as const;

const among = (column: string, values: readonly string[] | undefined): Sql[] =>
  values ? [{ text: `${column} IN (${values.map(() => "?").join(", ")})`, params: values }] : [];

/** One page of the files that the query selects, with their number and total size. */
export async function listFiles(orgId: OrgId, scope: FileScope, query: FileListQuery): Promise<FileList> {
  const { statements } = await openReplica(orgId);
  const where = and([
    visible(scope),
    ...(query.search ? [{ text: "instr(file.folded, ?) > 0", params: [foldedName(query.search)] }] : []),
    ...among("file.kind", query.kinds),
    ...among("file.uploaded_by", query.uploadedBy),
    ...(query.cardId ? among("file.card_id", [query.cardId]) : []),
  ]);
  const from = `file LEFT JOIN card ON card.id = file.card_id WHERE ${where.text}`;
  const { by, direction } = query.sort;
  const rows = statements
    .of(
      `SELECT file.*, card.id AS known_card, card.type_id, (SELECT fields FROM card_fields WHERE seq = card.seq) AS fields
       FROM ${from} ORDER BY ${order[by]} ${direction}, file.id ${direction} LIMIT ? OFFSET ?`,
    )
    .all(...where.params, query.limit, query.cursor)
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
    uploadedBy: String(row["uploaded_by"]),
    createdAt: String(row["created_at"]),
    version: Number(row["version"]),
  });
  const { known_card: id, type_id: typeId, fields } = row;
  const isKnown = typeof id === "string" && typeof typeId === "string";
  return { ...file, card: isKnown ? { id, typeId, name: nameOfCard(fields), people: peopleIn(fields) } : null };
}

/** How many files the organization keeps, avatars included. */
export async function fileCountOf(orgId: OrgId): Promise<number> {
  const { statements } = await openReplica(orgId);
  return Number(statements.of("SELECT count(*) AS n FROM file").get()?.["n"]);
}

/** The people each field of the card names, which decide whether it is one's own. */
function peopleIn(fields: unknown): Record<string, string> {
  const all: unknown = JSON.parse(String(fields));
  return Object.fromEntries(Object.entries(all ?? {}).filter(([, value]) => isId("usr", value)));
}
