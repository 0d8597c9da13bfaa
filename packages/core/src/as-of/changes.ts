import { inTime } from "../data/replica/question-time.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { firstIdAt, recordsById, timeOf } from "../data/replica/feed.ts";
import { packed, recordIdOf } from "../data/trail/about.ts";
import { type CardId, type CardTypeId, isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { openTrail } from "../replicas.ts";
import { changesCard } from "./rules.ts";
import { mostListRecords } from "./bounds.ts";

const idBytes = 16;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/**
 * What has changed these cards since the moment, oldest first. Costs what they have been through, not what the organization has: the trail says which records
 * are about them.
 * @returns `from` instead if there are too many records: after that moment there are not
 */
export async function changesSince(
  orgId: OrgId,
  at: string,
  cardIds: ReadonlySet<CardId>,
): Promise<{ readonly changes: ReadonlyMap<CardId, Change[]>; readonly from: string | null }> {
  const changes = new Map<CardId, Change[]>();
  const ids = await idsAbout(orgId, at, cardIds);
  const oldest = ids.at(-mostListRecords - 1);
  // Ids of the moment itself are among those read: asked about the record's own time, it would be one too many again.
  if (oldest !== undefined) return { changes, from: new Date(timeOf(oldest) + 1).toISOString() };
  for (const record of await recordsAfter(orgId, at, ids))
    for (const change of record.changes) {
      const { id } = change.subject;
      if (!changesCard(change) || !isId("crd", id) || !cardIds.has(id)) continue;
      const own = changes.get(id);
      if (own) own.push(change);
      else changes.set(id, [change]);
    }
  // Records of the same millisecond are in no order.
  for (const own of changes.values()) own.sort((one, other) => one.version - other.version);
  return { changes, from: null };
}

/** Oldest first. */
async function recordsAfter(orgId: OrgId, at: string, ids: readonly RecordId[]): Promise<JournalRecord[]> {
  return (await recordsById(orgId, ids)).filter((record) => record.at > at);
}

async function idsAbout(orgId: OrgId, at: string, cardIds: ReadonlySet<CardId>): Promise<RecordId[]> {
  const { statements } = await openTrail(orgId);
  const wanted = new Set([...cardIds].map((id) => hex(packed(id))));
  const from = packed(firstIdAt(Date.parse(at)));
  const ids: RecordId[] = [];
  const single = `SELECT id, subject FROM record WHERE id >= ? AND subject IS NOT NULL AND ${inTime("id")}`;
  for (const { id, subject } of statements.of(single).iterate(from))
    if (subject instanceof Uint8Array && wanted.has(hex(subject))) ids.push(recordIdOf(id));
  const several = `SELECT id, members FROM chunk WHERE id >= ? AND ${inTime("n")}`;
  for (const { id, members } of statements.of(several).iterate(from))
    if (members instanceof Uint8Array && membersOf(members).some((member) => wanted.has(member))) ids.push(recordIdOf(id));
  return ids.toSorted();
}

function membersOf(members: Uint8Array): string[] {
  const all = hex(members);
  const length = idBytes * 2;
  return Array.from({ length: all.length / length }, (_, at) => all.slice(at * length, (at + 1) * length));
}

/** The number of cards of the type that were in lists at the moment and have been deleted for good since. */
export async function purgedSince(orgId: OrgId, typeId: CardTypeId, at: string): Promise<number> {
  const { statements } = await openTrail(orgId);
  const ids = statements
    .of(
      `SELECT id FROM record WHERE id >= ? AND action IN (SELECT n FROM word WHERE text IN ('card.purge', 'card.erase', 'personalData.erase')) AND ${inTime("id")}
       ORDER BY id DESC LIMIT ?`,
    )
    .all(packed(firstIdAt(Date.parse(at))), mostListRecords)
    .map(({ id }) => recordIdOf(id));
  const gone = (await recordsAfter(orgId, at, ids)).flatMap(({ changes }) =>
    changes.flatMap(({ action, subject: { id, typeId: ofType } }) =>
      (action === "card.purge" || action === "card.erase") && ofType === typeId && isId("crd", id) ? [id] : [],
    ),
  );
  if (gone.length === 0) return 0;
  const { changes } = await changesSince(orgId, at, new Set(gone));
  // What came first tells where the card was: only out of the trash is it restored or purged.
  return [...changes.values()].filter(([first]) => first !== undefined && wasListed(first)).length;
}

const wasListed = ({ action, before }: Change): boolean =>
  action === "card.erase"
    ? (before?.["trashedAt"] ?? null) === null
    : action !== "card.create" && action !== "card.restore" && action !== "card.unmerge" && action !== "card.purge";
