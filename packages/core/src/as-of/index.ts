/*
 * Cards as they were: an organization's recent past, read from the journal. Owns nothing.
 * Invariant: a card's state at a record is the present one with every later change of it taken back; one whose values are gone (deleted for good, redacted) has
 * no past.
 */
import { type Activity, findActivities } from "../activities/index.ts";
import { findCards } from "../cards/index.ts";
import type { Card } from "../cards/schema.ts";
import type { Change, JournalAction, JournalRecord } from "../data/journal.ts";
import { changeAttributes, fromChangesOfItem } from "../data/journal-entity.ts";
import { firstIdAt, type ReadRecord, recordsBetween, recordsFrom } from "../data/replica/feed.ts";
import type { Replica } from "../data/replica/index.ts";
import { inTime } from "../data/replica/question-time.ts";
import { packed, recordIdOf } from "../data/trail/about.ts";
import { type ActivityId, type CardId, isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { openTrail } from "../replicas.ts";
import { activityBefore, changesCard, takenBack } from "./rules.ts";

export { asOfProcedures } from "./procedures.ts";
export { changesCard, stateAfter } from "./rules.ts";

/** A stretch of an organization's past. */
export interface Past {
  /** Its records, oldest first, as far as they were asked for. */
  readonly records: readonly JournalRecord[];
  /** The cards that its records are about: as they were when it began, undefined if they did not exist yet. */
  readonly cardsBefore: ReadonlyMap<CardId, Card | undefined>;
  /** The same cards as they are now. */
  readonly cardsNow: ReadonlyMap<CardId, Card>;
  /** Cards whose past is unknown: they, or their values in the journal, have been deleted for good. */
  readonly lost: ReadonlySet<CardId>;
  /**
   * The activities that its records are about, as far as they were asked for: as they were when it began, undefined if they did not exist yet.
   */
  readonly activitiesBefore: ReadonlyMap<ActivityId, Activity | undefined>;
  /** Activities whose past is unknown. */
  readonly lostActivities: ReadonlySet<ActivityId>;
}

interface Wanted {
  readonly fromMs: number;
  readonly untilMs: number;
  /** What is kept of a record, undefined for nothing; called once for each, in no particular order. All changes of a card's state must be kept, or none. */
  readonly keep: (record: JournalRecord) => JournalRecord | undefined;
  /** Cards besides those whose state a kept record changes. */
  readonly also?: (record: JournalRecord) => readonly CardId[];
  /** All actions of the types of activities whose past is wanted; their records must be kept. */
  readonly activityActions?: ReadonlySet<JournalAction>;
  /** Called after each page, with the number of records read so far. */
  readonly onRead?: (count: number) => Promise<void>;
  /** Fewer records than this are not worth a part of their own. */
  readonly leastInPart?: number;
}

/** Reads a stretch of the past. What changes while it is read does not disturb it. */
export async function readPast(
  orgId: OrgId,
  { fromMs, untilMs, also, activityActions = new Set(), ...how }: Wanted,
): Promise<Past> {
  const until = firstIdAt(untilMs);
  const { kept, last } = await readKept(orgId, firstIdAt(fromMs), how);
  const records = kept.filter(({ id }) => id < until);
  const changes = new Map<CardId, Change[]>();
  const activityChanges = new Map<ActivityId, Change[]>();
  const cardIds = new Set<CardId>(records.flatMap((record) => also?.(record) ?? []));
  const note = (record: JournalRecord, isKnown: (id: CardId | ActivityId) => boolean) => {
    for (const change of record.changes) {
      const { id } = change.subject;
      if (changesCard(change) && isId("crd", id) && isKnown(id)) added(changes, id, change);
      if (activityActions.has(change.action) && isId("act", id) && isKnown(id)) added(activityChanges, id, change);
    }
  };
  for (const record of kept) note(record, () => true);
  for (const id of changes.keys()) cardIds.add(id);
  const [cardsNow, activitiesNow] = await Promise.all([
    findCards(orgId, [...cardIds]),
    findActivities(orgId, [...activityChanges.keys()]),
  ]);
  // Changes made between reading the records and reading the cards.
  for await (const page of recordsFrom(orgId, { id: last, inclusive: false }))
    for (const read of page) note(recordOf(orgId, read), (id) => (isId("crd", id) ? cardIds.has(id) : activityChanges.has(id)));
  const lost = new Set([...cardIds].filter((id) => !cardsNow.has(id)));
  const cardsBefore = new Map<CardId, Card | undefined>();
  for (const [id, card] of cardsNow) {
    const own = changes.get(id) ?? [];
    if (own.some(({ erased }) => erased)) lost.add(id);
    else cardsBefore.set(id, takenBack(card, own));
  }
  const activitiesBefore = new Map<ActivityId, Activity | undefined>();
  const lostActivities = new Set<ActivityId>();
  for (const [id, own] of activityChanges) {
    const activity = activitiesNow.get(id);
    if (!activity || own.some(({ erased }) => erased)) lostActivities.add(id);
    else activitiesBefore.set(id, activityBefore(activity, own));
  }
  return { records, cardsBefore, cardsNow, lost, activitiesBefore, lostActivities };
}

/** A record of which only its changes and their causes were read. */
const recordOf = (orgId: OrgId, { item }: ReadRecord): JournalRecord => fromChangesOfItem(orgId, item);

function added<Id>(changes: Map<Id, Change[]>, id: Id, change: Change): void {
  const own = changes.get(id);
  if (own) own.push(change);
  else changes.set(id, [change]);
}

/** What is kept of the records from the id on, oldest first, and the id of the last one read. */
async function readKept(
  orgId: OrgId,
  from: RecordId,
  { keep, onRead, leastInPart = 2_000 }: Pick<Wanted, "keep" | "onRead" | "leastInPart">,
): Promise<{ kept: JournalRecord[]; last: RecordId }> {
  let count = 0;
  const read = async (pages: AsyncIterable<readonly ReadRecord[]>) => {
    const kept: JournalRecord[] = [];
    let last: RecordId | undefined;
    for await (const page of pages) {
      for (const one of page) {
        const record = keep(recordOf(orgId, one));
        if (record) kept.push(record);
      }
      last = page.at(-1)?.id ?? last;
      await onRead?.((count += page.length));
    }
    return { kept, last };
  };
  const starts = [from, ...(await startsOfParts(orgId, from, leastInPart))];
  const parts = await Promise.all(
    starts.map((start, index) => {
      const end = starts[index + 1];
      return read(
        end === undefined
          ? recordsFrom(orgId, { id: start, inclusive: true }, changeAttributes)
          : recordsBetween(orgId, start, end, changeAttributes),
      );
    }),
  );
  return { kept: parts.flatMap(({ kept }) => kept), last: parts.findLast(({ last }) => last !== undefined)?.last ?? from };
}

/** A long stretch is read in parts, side by side: the engine reads a page of one while that of another is unpacked. */
const mostParts = 3;

/** Where the second and later parts of the records begin that follow the id. */
async function startsOfParts(orgId: OrgId, from: RecordId, leastInPart: number): Promise<RecordId[]> {
  const { statements } = await openTrail(orgId);
  const count = countFrom(statements, from);
  const length = Math.max(leastInPart, Math.ceil(count / mostParts));
  const offsets = Array.from({ length: Math.ceil(count / length) - 1 }, (_, index) => (index + 1) * length);
  return offsets.flatMap((offset) => {
    const row = statements
      .of(`SELECT id FROM record WHERE id >= ? AND ${inTime("id")} ORDER BY id LIMIT 1 OFFSET ?`)
      .get(packed(from), offset);
    return row ? [recordIdOf(row["id"])] : [];
  });
}

/** The number of the organization's records since the instant, and the instant from which on there are no more than `most`. */
export async function recordsSince(
  orgId: OrgId,
  fromMs: number,
  most: number,
): Promise<{ count: number; from: RecordId | null }> {
  const { statements } = await openTrail(orgId);
  const from = firstIdAt(fromMs);
  const count = countFrom(statements, from);
  if (count <= most) return { count, from: null };
  const row = statements
    .of(`SELECT id FROM record WHERE id >= ? AND ${inTime("id")} ORDER BY id DESC LIMIT 1 OFFSET ?`)
    .get(packed(from), most - 1);
  return { count: most, from: row ? recordIdOf(row["id"]) : null };
}

const countFrom = (statements: Replica["statements"], from: RecordId): number =>
  Number(statements.of(`SELECT count(*) AS n FROM record WHERE id >= ? AND ${inTime("id")}`).get(packed(from))?.["n"]);
