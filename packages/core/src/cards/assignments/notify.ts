import type { JournalRecord } from "../../data/journal.ts";
import { changesOf } from "../../data/payloads.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { getCardType } from "../store.ts";
import { assigningFieldIds } from "./rules.ts";

/*
 * Who is to be notified that a card has been assigned to them: nobody about what they did themselves, nor about imports, undos and conversions.
 */

/** A card that someone else assigned to the person. */
interface Assignment {
  readonly userId: UserId;
  readonly cardId: CardId;
}

const notifyingOrigins: ReadonlySet<JournalRecord["origin"]> = new Set(["ui", "api", "bulk", "automation"]);

/** The changes in a record that assign cards: the owner, or a field whose people are assigned. */
export async function assignmentsIn({ orgId, origin, actor, changes }: JournalRecord): Promise<Assignment[]> {
  if (!notifyingOrigins.has(origin)) return [];
  const found: Assignment[] = [];
  for (const { subject, before, after } of changesOf(changes, ["card.create", "card.update"])) {
    // Most changes name nobody, and then the type need not be read.
    const named = Object.entries(after ?? {}).filter(([fieldId, value]) => isId("usr", value) && before?.[fieldId] !== value);
    if (named.length === 0) continue;
    const assigning = await assigningFields(orgId, subject.typeId);
    const people = named.flatMap(([fieldId, value]) => (assigning.has(fieldId) && isId("usr", value) ? [value] : []));
    for (const userId of new Set(people)) {
      if (userId !== actor.id) found.push({ userId, cardId: subject.id });
    }
  }
  return found;
}

async function assigningFields(orgId: OrgId, typeId: string | undefined): Promise<ReadonlySet<string>> {
  if (!isId("typ", typeId)) return new Set();
  try {
    return new Set(["owner", ...assigningFieldIds(await getCardType(orgId, typeId))]);
  } catch (error) {
    // The type has been deleted since, with its cards.
    if (error instanceof KartisError && error.code === "NOT_FOUND") return new Set();
    throw error;
  }
}
