import { type CardId, isId } from "../../kernel/id.ts";
import { beginningOf } from "../../kernel/text.ts";
import type { ActivityValues } from "../types/definition.ts";
import { everyGuestIn } from "./guests-at.ts";
import type { Answer } from "./meeting.ts";

/** Characters of a guest's message shown in a notification; the meeting shows all of it. */
const longestMessage = 200;

const answersIn = (values: ActivityValues | null | undefined): readonly Answer[] =>
  Array.isArray(values?.["answers"]) ? (values["answers"] as Answer[]) : []; // as they were made

/** Finds the reply that a record contains, with ids only: names and the message are read when it is shown. */
export function replyIn(
  before: ActivityValues | null | undefined,
  after: ActivityValues | null | undefined,
): Readonly<Record<string, string>> | undefined {
  const were = new Set(answersIn(before).map((answer) => JSON.stringify(ordered(answer))));
  const given = answersIn(after).filter((answer) => !were.has(JSON.stringify(ordered(answer))));
  const latest = given.toSorted((a, b) => ((a.answeredAt ?? "") > (b.answeredAt ?? "") ? -1 : 1))[0];
  return latest && { guestId: latest.guestId, reply: latest.rsvp, ...(latest.day ? { day: latest.day } : {}) };
}

/** An answer by its values, in whatever order the engine gave its properties. */
const ordered = ({ guestId, day, rsvp, answeredAt, message = "" }: Answer): readonly unknown[] => [
  guestId,
  day,
  rsvp,
  answeredAt,
  message,
];

/** Name of the guest who replied, and their message, for people who see the meeting. */
export function replyWords(
  values: ActivityValues,
  { guestId, day }: Readonly<Record<string, unknown>>,
  nameOfCard: (cardId: CardId) => string | undefined,
): { readonly guest?: string; readonly message?: string } {
  const guest = everyGuestIn(values).find(({ id }) => id === guestId);
  if (!guest) return {};
  const name = guest.name ?? (isId("crd", guest.cardId) ? nameOfCard(guest.cardId) : undefined) ?? guest.email;
  const said = answersIn(values).find((answer) => answer.guestId === guestId && answer.day === (day ?? null))?.message;
  return { ...(name ? { guest: name } : {}), ...(said ? { message: beginningOf(said, longestMessage) } : {}) };
}
