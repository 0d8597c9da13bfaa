import { always, and, never, nameOfCard, or, scopeSql, type Sql } from "../cards/index.ts";
import { foldedName, storedFileOf } from "../files/index.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import type { FileList, FileListQuery, ListedFile } from "./schema.ts";

/** What a call may see of files: the cards it may see, and how far the right to the storage itself reaches. */
export interface FileScope {
  readonly cards: Scope;
  readonly storage: Scope;
  readonly userId: UserId | null;
}

/**
 * Files are seen by whoever sees the card they belong to; those of a card still to be made, or of one that is gone, by who uploaded them and by whoever
 * sees all of the storage. Pictures of people belong to no card and are no part of lists.
 */
function visible({ cards, storage, userId }: FileScope): Sql {
  const own: Sql = userId ? { text: "file.uploaded_by = ?", params: [userId] } : never;
  const ofNoCard: Sql = { text: "card.id IS NULL", params: [] };
  const reached = (scope: Scope, otherwise: Sql): Sql =>
    scope.kind === "organization" ? always : or([scopeSql(scope, "card.owner"), otherwise]);
  return and([{ text: "file.card_id <> ''", params: [] }, reached(cards, and([ofNoCard, own])), reached(storage, own)]);
}

const order = { createdAt: "file.created_at", name: "file.folded", bytes: "file.bytes" } as const;

const among = (column: string, values: readonly string[] | undefined): Sql[] =>
  values ? [{ text: `${column} IN (${values.map(() => "?").join(", ")})`, params: values }] : [];

/** One page of the files that the query selects, with how many there are and how much they take. */
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
      `SELECT file.*, card.id AS known_card, card.type_id, card.owner, (SELECT fields FROM card_fields WHERE seq = card.seq) AS fields
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
    purpose: row["purpose"] as ListedFile["purpose"], // as its writer stored it
    cardId: String(row["card_id"]),
    uploadedBy: String(row["uploaded_by"]),
    createdAt: String(row["created_at"]),
    version: Number(row["version"]),
  });
  const { known_card: id, type_id: typeId, fields } = row;
  const isKnown = typeof id === "string" && typeof typeId === "string";
  return { ...file, card: isKnown ? { id, typeId, name: nameOfCard(fields), ownerId: ownerOf(row) } : null };
}

/** How many files the organization keeps, people's pictures among them. */
export async function fileCountOf(orgId: OrgId): Promise<number> {
  const { statements } = await openReplica(orgId);
  return Number(statements.of("SELECT count(*) AS n FROM file").get()?.["n"]);
}

const ownerOf = ({ owner }: Readonly<Record<string, unknown>>): string | null => (typeof owner === "string" ? owner : null);
