import * as z from "zod";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { recordsOfBatch } from "../../data/journal-entity.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { intendOnce, maxKeys } from "../../outbound/index.ts";
import { findMembership } from "../../organizations/index.ts";
import { findRecipient, type User } from "../../users/index.ts";
import { assigningFieldIds } from "./rules.ts";
import { type Card, CardIdSchema } from "../schema.ts";
import { findCards, getCardType } from "../store.ts";

/*
 * Notifying people that a card has been assigned to them. Nobody is notified about what they did themselves, nor about imports, undos and conversions; each
 * person is notified about a record at most once.
 */

/** A card assigned to a person by somebody else. */
interface Assignment {
  readonly userId: UserId;
  readonly cardId: CardId;
  readonly recordId: string;
  /** Who assigned it, by the name in the journal. */
  readonly actorId: string;
}

const notifyingOrigins: ReadonlySet<JournalRecord["origin"]> = new Set(["ui", "api", "bulk", "automation"]);
const giving: ReadonlySet<string> = new Set(["card.create", "card.update"]);

/** The changes in a record that assign cards: the owner, or a field whose people are assigned. */
export async function assignmentsIn({ id, orgId, origin, actor, changes }: JournalRecord): Promise<Assignment[]> {
  if (!notifyingOrigins.has(origin)) return [];
  const found: Assignment[] = [];
  for (const { subject, action, before, after } of changes) {
    const cardId = subject.id;
    if (!giving.has(action) || !isId("crd", cardId)) continue;
    // Most changes name nobody, and then the type need not be read.
    const named = Object.entries(after ?? {}).filter(([fieldId, value]) => isId("usr", value) && before?.[fieldId] !== value);
    if (named.length === 0) continue;
    const assigning = await assigningFields(orgId, subject.typeId);
    const people = named.flatMap(([fieldId, value]) => (assigning.has(fieldId) && isId("usr", value) ? [value] : []));
    for (const userId of new Set(people)) {
      if (userId !== actor.id) found.push({ userId, cardId, recordId: id, actorId: actor.id });
    }
  }
  return found;
}

async function assigningFields(orgId: OrgId, typeId: Change["subject"]["typeId"]): Promise<ReadonlySet<string>> {
  if (!isId("typ", typeId)) return new Set();
  try {
    return new Set(["owner", ...assigningFieldIds(await getCardType(orgId, typeId))]);
  } catch (error) {
    // The type has been deleted since, with its cards.
    if (error instanceof KartisError && error.code === "NOT_FOUND") return new Set();
    throw error;
  }
}

/** Sends each person one mail about the cards that the records assigned to them and that still are theirs. Harmless to repeat. */
export async function mailAssignments(orgId: OrgId, records: readonly JournalRecord[], clock: Clock): Promise<void> {
  const assignments = (await Promise.all(records.map(assignmentsIn))).flat();
  await mailEach(orgId, assignments, ({ recordId }) => recordId, clock);
}

/** The same for a long operation as a whole: each person gets one mail for its thousands of cards. */
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

/** What the effect stores about an assignment: ids only. */
export const AssignmentPayload = z.object({
  /** The first of the cards; more than are named, because some may be reassigned by then. */
  cardIds: z.array(CardIdSchema).min(1),
  count: z.number().int(),
  /** Who assigned them, as the journal names them. */
  actorIds: z.array(z.string()),
});

/** The person, if they may see cards of the organization and want these notifications. */
export async function readerOf(orgId: OrgId, userId: UserId): Promise<User | undefined> {
  const [membership, reader] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  const maySee = membership?.grants["CARDS.read"] !== undefined;
  return maySee && reader?.notifications.email && reader.notifications.assignments ? reader : undefined;
}

/** Those of the cards that are still assigned to the person. */
export async function stillAssigned(orgId: OrgId, userId: UserId, cardIds: readonly CardId[]): Promise<Card[]> {
  const cards = [...(await findCards(orgId, cardIds)).values()];
  const theirs = await Promise.all(
    cards.map(async ({ typeId, fields }) =>
      [...(await assigningFields(orgId, typeId))].some((fieldId) => fields[fieldId] === userId),
    ),
  );
  return cards.filter(({ trashedAt }, at) => trashedAt === null && theirs[at]);
}

/** How many cards are stored with one mail: those it may name. */
const keptCards = 50;

async function mailEach(
  orgId: OrgId,
  assignments: readonly Assignment[],
  keyOf: (assignment: Assignment) => string,
  clock: Clock,
): Promise<void> {
  for (const [userId, own] of Map.groupBy(assignments, (assignment) => assignment.userId)) {
    if (!(await readerOf(orgId, userId))) continue;
    const cards = await stillAssigned(
      orgId,
      userId,
      own.map(({ cardId }) => cardId),
    );
    const [first] = cards;
    if (!first) continue;
    const cardIds = cards.slice(0, keptCards).map(({ id }) => id);
    const actorIds = [...new Set(own.map(({ actorId }) => actorId))];
    const payload: z.input<typeof AssignmentPayload> = { cardIds, count: cards.length, actorIds };
    const keys = [...new Set(own.map(keyOf))].map((key) => `${key}.${userId}`);
    // More changes than one transaction can mark as notified become several mails.
    for (let at = 0; at < keys.length; at += maxKeys) {
      const once = { orgId, by: "assignments", keys: keys.slice(at, at + maxKeys), clock };
      await intendOnce(once, { purpose: "assignment", subject: { kind: "card", id: first.id }, userId, payload });
    }
  }
}
