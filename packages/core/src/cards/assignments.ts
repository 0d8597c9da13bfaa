import type { Change, JournalRecord } from "../data/journal.ts";
import { recordsOfBatch } from "../data/journal-entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { findMembership, membersOf } from "../organizations/index.ts";
import { findRecipient } from "../users/index.ts";
import { mailAssignment } from "./assignment-mail.ts";
import { findCards, getCardType } from "./store.ts";

/*
 * Telling people that a card has become theirs. Nobody is told of what they did themselves, nor of what an import, an undo or a conversion did; of one
 * record each is told at most once.
 */

/** That a card was given to a person by somebody else. */
interface Assignment {
  readonly userId: UserId;
  readonly cardId: CardId;
  readonly recordId: string;
  /** Who gave it, as the journal names them. */
  readonly actorId: string;
}

const told: ReadonlySet<JournalRecord["origin"]> = new Set(["ui", "api", "bulk", "automation"]);
const giving: ReadonlySet<string> = new Set(["card.create", "card.update"]);

/** What of a record gives cards to others: the owner, or any field of people. */
async function assignmentsIn({ id, orgId, origin, actor, changes }: JournalRecord): Promise<Assignment[]> {
  if (!told.has(origin)) return [];
  const found: Assignment[] = [];
  for (const { subject, action, before, after } of changes) {
    const cardId = subject.id;
    if (!giving.has(action) || !isId("crd", cardId)) continue;
    // Most changes name nobody, and then the type need not be read.
    const named = Object.entries(after ?? {}).filter(([fieldId, value]) => isId("usr", value) && before?.[fieldId] !== value);
    if (named.length === 0) continue;
    const ofPeople = await peopleFields(orgId, subject);
    const people = named.flatMap(([fieldId, value]) => (ofPeople.has(fieldId) && isId("usr", value) ? [value] : []));
    for (const userId of new Set(people)) {
      if (userId !== actor.id) found.push({ userId, cardId, recordId: id, actorId: actor.id });
    }
  }
  return found;
}

async function peopleFields(orgId: OrgId, { typeId }: Change["subject"]): Promise<ReadonlySet<string>> {
  if (!isId("typ", typeId)) return new Set();
  try {
    const { fields } = await getCardType(orgId, typeId);
    return new Set(fields.filter(({ type }) => type === "user").map(({ id }) => id));
  } catch (error) {
    // The type has gone since, with its cards.
    if (error instanceof KartisError && error.code === "NOT_FOUND") return new Set();
    throw error;
  }
}

/** Mails each person, in one mail, the cards that the records have given them and that still are theirs. Harmless to repeat. */
export async function mailAssignments(orgId: OrgId, records: readonly JournalRecord[], clock: Clock): Promise<void> {
  const assignments = (await Promise.all(records.map(assignmentsIn))).flat();
  await mailEach(orgId, assignments, ({ recordId }) => recordId, clock);
}

/** The same of a long operation, as one: of its thousands of cards each person has one mail. */
export async function mailAssignmentsOf(
  { orgId, operationId, createdAt }: { readonly orgId: OrgId; readonly operationId: string; readonly createdAt: string },
  clock: Clock,
): Promise<void> {
  const assignments: Assignment[] = [];
  const slackMs = 15_000; // ids of records are made where they are written, and clocks differ
  for await (const record of recordsOfBatch(orgId, operationId, Date.parse(createdAt) - slackMs, clock.now() + slackMs)) {
    assignments.push(...(await assignmentsIn(record)));
  }
  await mailEach(orgId, assignments, () => operationId, clock);
}

async function mailEach(
  orgId: OrgId,
  assignments: readonly Assignment[],
  keyOf: (assignment: Assignment) => string,
  clock: Clock,
): Promise<void> {
  if (assignments.length === 0) return;
  const members = await membersOf(orgId);
  for (const [userId, own] of Map.groupBy(assignments, (assignment) => assignment.userId)) {
    const [membership, reader] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
    const maySee = membership?.grants["CARDS.read"] !== undefined;
    if (!maySee || !reader?.notifications.email || !reader.notifications.assignments) continue;
    const cards = await stillTheirs(orgId, userId, own);
    if (cards.length === 0) continue;
    const givers = new Set(own.map(({ actorId }) => actorId));
    const giver = givers.size === 1 ? members.find((member) => givers.has(member.userId))?.name : undefined;
    const keys = [...new Set(own.map(keyOf))].map((key) => `${key}.${userId}`);
    await mailAssignment(orgId, { reader, giver, cards, keys }, clock);
  }
}

/** Of the cards, those that name the person now. */
async function stillTheirs(orgId: OrgId, userId: UserId, own: readonly Assignment[]) {
  const cards = await findCards(
    orgId,
    own.map(({ cardId }) => cardId),
  );
  return [...cards.values()].filter(({ trashedAt, fields }) => trashedAt === null && Object.values(fields).includes(userId));
}
