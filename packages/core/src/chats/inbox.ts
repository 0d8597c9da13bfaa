import { scopeSql, shownInstead } from "../cards/index.ts";
import { inTime } from "../data/replica/question-time.ts";
import { always, and, never, or, type Sql } from "../data/replica/sql.ts";
import { fold } from "../kernel/fold.ts";
import type { ChatId, OrgId, UserId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import { windowMs } from "../whatsapp/rules.ts";
import { type ChatFolder, chatFolders } from "./schema.ts";
import type { StoredChat } from "./store.ts";

/** The conversations that a caller sees: those within their scope for comments, on cards that they see; and those assigned to them. */
export interface ChatSight {
  readonly userId: UserId | null;
  readonly comments: Scope;
  readonly cards: Scope;
}

/** What a conversation's 24-hour window is computed from. */
interface Now {
  readonly at: number;
  /** The connected number; null if none is. */
  readonly numberId: string | null;
}

function reachedSql({ userId, comments, cards }: ChatSight): Sql {
  const visible = scopeSql(cards, "card.");
  const onSeenCard: Sql = {
    text: `EXISTS (SELECT 1 FROM card WHERE card.id = ${shownInstead("chat.card_id")} AND ${visible.text})`,
    params: visible.params,
  };
  const own: Sql = userId === null ? never : { text: "chat.assigned_to = ?", params: [userId] };
  if (comments.kind === "organization") return or([own, onSeenCard]);
  if (comments.userIds.length === 0) return never;
  const people = comments.userIds.map(() => "?").join(", ");
  const theirs: Sql = {
    text: `EXISTS (SELECT 1 FROM chat_person WHERE chat_id = chat.id AND user_id IN (${people}) AND ${inTime("user_id")})`,
    params: [...comments.userIds],
  };
  return or([own, and([theirs, onSeenCard])]);
}

/**
 * Condition over `chat` and its messages in `activity`: those on the conversation's card, and those on other cards that the caller sees. A conversation may have moved
 * here from a card out of sight, and colleagues write from any card with the number.
 */
export function messageSql({ cards }: Pick<ChatSight, "cards">): Sql {
  const visible = scopeSql(cards, "card.");
  const itsCard = shownInstead("activity.card_id");
  return {
    text: `(activity.card_id = chat.card_id OR ${itsCard} = ${shownInstead("chat.card_id")}
            OR EXISTS (SELECT 1 FROM card WHERE card.id = ${itsCard} AND ${visible.text}))`,
    params: visible.params,
  };
}

/** The conversation with the latest message only if the caller sees that: SQL for two columns. */
function heldSql(sight: ChatSight): Sql {
  const { text, params } = messageSql(sight);
  const last = "json_extract(chat.held, '$.last.activityId')";
  return {
    text: `chat.held, coalesce((SELECT ${text} FROM activity WHERE activity.id = ${last} AND ${inTime("activity.id")}), 1) AS sees_last`,
    params,
  };
}

const sightSql = (sight: ChatSight): Sql => and([{ text: inTime("chat.id"), params: [] }, reachedSql(sight)]);

const isOpen: Sql = { text: "chat.is_closed = 0", params: [] };

/** The conversation's messages that were not sent, or may not have been. One that was closed since is among those that have some: nobody else would find them. */
const unsent = `activity WHERE activity.thread_id = chat.id AND activity.is_unsent = 1 AND activity.trashed_at IS NULL AND ${inTime("activity.id")}`;

function folderSql(folder: ChatFolder, { userId }: ChatSight, { at, numberId }: Now): Sql {
  switch (folder) {
    case "open":
      return isOpen;
    case "unread":
      return and([isOpen, { text: "chat.unread > 0", params: [] }]);
    case "mine":
      return userId ? and([isOpen, { text: "chat.assigned_to = ?", params: [userId] }]) : never;
    case "unassigned":
      return and([isOpen, { text: "chat.assigned_to IS NULL", params: [] }]);
    case "window":
      return and([
        isOpen,
        { text: "chat.inbound_to = ? AND chat.inbound_at > ?", params: [numberId ?? "", new Date(at - windowMs).toISOString()] },
      ]);
    case "notSent":
      return { text: `EXISTS (SELECT 1 FROM ${unsent})`, params: [] };
    case "closed":
      return { text: "chat.is_closed = 1", params: [] };
  }
}

/** A LIKE pattern for rows that contain the text, with its wildcards escaped. */
const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** The digits of a query that is a phone number: separators, and the prefixes 0 and +, do not matter. */
const digitsIn = (query: string): string => (/^[+\d\s().-]+$/.test(query) ? query.replace(/\D/g, "").replace(/^0+/, "") : "");

function searchSql(query: string, sight: ChatSight): Sql {
  if (query === "") return always;
  const folded = likePattern(fold(query));
  const digits = digitsIn(query);
  const message = messageSql(sight);
  return {
    text: `(chat.folded LIKE ? ESCAPE '\\'
            OR EXISTS (SELECT 1 FROM card WHERE card.id = ${shownInstead("chat.card_id")} AND card.name LIKE ? ESCAPE '\\')
            OR EXISTS (SELECT 1 FROM activity WHERE activity.thread_id = chat.id AND activity.trashed_at IS NULL
                         AND activity.folded LIKE ? ESCAPE '\\' AND ${inTime("activity.id")} AND ${message.text}))`,
    params: [digits.length >= 3 ? likePattern(digits) : folded, folded, folded, ...message.params],
  };
}

const heldIn = (row: Readonly<Record<string, unknown>>): StoredChat => JSON.parse(String(row["held"])) as StoredChat; // as the projection wrote it

/** The same of a row with the columns of `heldSql`. */
const seenIn = (row: Readonly<Record<string, unknown>>): StoredChat =>
  row["sees_last"] === 0 ? { ...heldIn(row), last: null } : heldIn(row);

/** A page of the folder's conversations, the latest first, with the folder's total and the count in each folder. */
export async function listedChats(
  orgId: OrgId,
  sight: ChatSight,
  now: Now,
  { folder, query, cursor, limit }: { folder: ChatFolder; query: string; cursor: number; limit: number },
): Promise<{ chats: (StoredChat & { readonly unsent: number })[]; total: number; counts: Record<ChatFolder, number> }> {
  const { statements } = await openReplica(orgId);
  const seen = sightSql(sight);
  const where = and([folderSql(folder, sight, now), seen, searchSql(query, sight)]);
  const held = heldSql(sight);
  const rows = statements
    .of(
      `SELECT ${held.text}, (SELECT count(*) FROM ${unsent}) AS unsent FROM chat WHERE ${where.text} ORDER BY chat.last_at DESC, chat.id DESC LIMIT ? OFFSET ?`,
    )
    .all(...held.params, ...where.params, limit, cursor);
  const count = ({ text, params }: Sql): number =>
    Number(statements.of(`SELECT count(*) AS n FROM chat WHERE ${text}`).get(...params)?.["n"] ?? 0);
  const counts = Object.fromEntries(chatFolders.map((one) => [one, count(and([folderSql(one, sight, now), seen]))])) as Record<
    ChatFolder,
    number
  >; // one of each
  return {
    chats: rows.map((row) => ({ ...seenIn(row), unsent: Number(row["unsent"]) })),
    total: query === "" ? counts[folder] : count(where),
    counts,
  };
}

/** The conversation, if the caller sees it. */
export async function seenChat(orgId: OrgId, sight: ChatSight, chatId: ChatId): Promise<StoredChat | undefined> {
  const { statements } = await openReplica(orgId);
  const seen = sightSql(sight);
  const held = heldSql(sight);
  const row = statements
    .of(`SELECT ${held.text} FROM chat WHERE chat.id = ? AND ${seen.text}`)
    .get(...held.params, chatId, ...seen.params);
  return row && seenIn(row);
}

/** The names that the other people of conversations use, where they have given one; regardless of scope. */
export async function namesOfChats(orgId: OrgId, chatIds: readonly ChatId[]): Promise<ReadonlyMap<string, string>> {
  if (chatIds.length === 0) return new Map();
  const { statements } = await openReplica(orgId);
  const rows = statements
    .of(`SELECT held FROM chat WHERE id IN (SELECT value FROM json_each(?)) AND ${inTime("id")}`)
    .all(JSON.stringify([...new Set(chatIds)]))
    .map(heldIn);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** The conversations on these cards, or on cards merged into them. */
export async function chatsOfCards(orgId: OrgId, cardIds: readonly string[]): Promise<StoredChat[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(`SELECT held FROM chat WHERE card_id IN (SELECT value FROM json_each(?)) AND ${inTime("chat.id")}`)
    .all(JSON.stringify(cardIds))
    .map(heldIn);
}
