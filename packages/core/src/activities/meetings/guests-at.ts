import type { CardId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { ActivityValues } from "../types/definition.ts";
import type { Meeting, MeetingException, OwnGuests, StoredGuest } from "./meeting.ts";

/*
 * The guests of a series at single times of it. A time keeps how its guests differ, not a list of its own.
 */

type Person = Pick<StoredGuest, "id" | "cardId" | "email">;
/** The guests of a series, and its exceptions. */
type Invited = Pick<Meeting, "exceptions"> & { readonly guests: readonly StoredGuest[] };

export const ownGuestsOf = (one: MeetingException | undefined): OwnGuests | undefined =>
  one?.type === "changed" ? one.guests : undefined;

/** The guests who are invited to a time of a series; nobody is to one that was removed. */
export function guestsAt(one: MeetingException | undefined, inSeries: readonly StoredGuest[]): readonly StoredGuest[] {
  if (one?.type === "removed") return [];
  const own = ownGuestsOf(one);
  if (!own) return inSeries;
  const known = new Set(inSeries.map(({ id }) => id));
  return [...inSeries.filter(({ id }) => !own.removed.includes(id)), ...own.added.filter(({ id }) => !known.has(id))];
}

/** Everybody who is invited to the series or a time of it, each once. */
export function everyGuestOf<Of extends Invited>({ guests, exceptions }: Of): readonly (Of["guests"][number] | StoredGuest)[] {
  const all = new Map<string, Of["guests"][number] | StoredGuest>();
  for (const guest of [...guests, ...exceptions.flatMap((one) => ownGuestsOf(one)?.added ?? [])])
    if (!all.has(guest.id)) all.set(guest.id, guest);
  return [...all.values()];
}

/** The same in stored values. */
export function everyGuestIn({ guests, exceptions }: ActivityValues): readonly StoredGuest[] {
  const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []); // as the schema accepted it
  return everyGuestOf({ guests: list<StoredGuest>(guests), exceptions: list<MeetingException>(exceptions) });
}

export const isSamePerson = (one: Omit<Person, "id">, other: Omit<Person, "id">): boolean =>
  one.cardId === null ? other.cardId === null && one.email === other.email : one.cardId === other.cardId;

/** The same person, whose mails go to the same address. */
export const isSamePersonAt = (one: Omit<Person, "id">, other: Omit<Person, "id">): boolean =>
  isSamePerson(one, other) && one.email === other.email;

/** How the wanted guests of a time differ from those of the series. */
export function differenceFrom(inSeries: readonly StoredGuest[], wanted: readonly StoredGuest[]): OwnGuests | undefined {
  const has = (list: readonly StoredGuest[], id: string) => list.some((guest) => guest.id === id);
  return unlessEmpty({
    added: wanted.filter(({ id }) => !has(inSeries, id)),
    removed: inSeries.flatMap(({ id }) => (has(wanted, id) ? [] : [id])),
  });
}

const unlessEmpty = (own: OwnGuests): OwnGuests | undefined => (own.added.length + own.removed.length > 0 ? own : undefined);

/** An exception with other guests of its own; undefined where nothing of it differs any more. */
export function withOwnGuests(one: MeetingException, own: OwnGuests | undefined): MeetingException | undefined {
  if (one.type === "removed") return one;
  const { guests: _, ...rest } = one;
  if (own && own.added.length + own.removed.length > 0) return { ...rest, guests: own };
  return Object.keys(rest).length > 2 ? rest : undefined;
}

/** The exceptions of a series whose guests are others now: nobody is added to a time of a series to which they are invited, or taken off one of which they are no guest. */
export const settledWith = (exceptions: readonly MeetingException[], inSeries: readonly StoredGuest[]): MeetingException[] =>
  exceptions.flatMap((one): readonly MeetingException[] => {
    const own = ownGuestsOf(one);
    if (!own) return [one];
    const isIn = (guest: StoredGuest) => inSeries.some((other) => other.id === guest.id || isSamePerson(other, guest));
    const settled = unlessEmpty({
      added: own.added.filter((guest) => !isIn(guest)),
      removed: own.removed.filter((id) => inSeries.some((guest) => guest.id === id)),
    });
    const left = withOwnGuests(one, settled);
    return left ? [left] : [];
  });

/** Whether two lists of exceptions say the same of when, where and what, whoever takes part. */
export function haveSameTimes(before: readonly MeetingException[], after: readonly MeetingException[]): boolean {
  const withoutPeople = (exceptions: readonly MeetingException[]) =>
    exceptions.flatMap((one): readonly object[] => {
      if (one.type === "removed") return [one];
      const { participants: _, guests: __, ...rest } = one;
      return Object.keys(rest).length > 2 ? [rest] : [];
    });
  return sameValue(withoutPeople(before), withoutPeople(after));
}

/** The days that name the times to which somebody is invited who is no guest of the series. */
export const singleDaysOf = ({ exceptions }: Pick<Meeting, "exceptions">, isTheirs: (guest: StoredGuest) => boolean): string[] =>
  exceptions.flatMap((one) => (ownGuestsOf(one)?.added.some(isTheirs) ? [one.day] : []));

/** A series for some of its guests: without the times to which only others are invited. */
export function seriesOfGuests<Of extends Invited>(meeting: Of, isTheirs: (guest: StoredGuest) => boolean): Of {
  const exceptions = meeting.exceptions.map((one): MeetingException => {
    return guestsAt(one, meeting.guests).some(isTheirs) ? one : { type: "removed", day: one.day };
  });
  return { ...meeting, exceptions };
}

/** Whether a guest is one of these cards. */
export const isOneOf =
  (cardIds: ReadonlySet<string>) =>
  ({ cardId }: { readonly cardId: CardId | null }): boolean =>
    cardId !== null && cardIds.has(cardId);
