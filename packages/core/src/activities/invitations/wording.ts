import { datesLocale } from "@kartis/i18n/languages.ts";
import { translator } from "@kartis/i18n/translate.ts";
import type { aboutCard, CardReads as TemplateReads, Link, renderKind, TemplateValues } from "../../message-templates/index.ts";
import { findUser, type User } from "../../users/index.ts";
import type { Meeting } from "../meetings/schema.ts";
import { endOf, timingOf } from "../meetings/time.ts";
import { wordsOf } from "../recurrence/words.ts";
import type { MeetingChange } from "./notify.ts";
import type { Occasion } from "./occasion.ts";
import type { Reader } from "./readers.ts";
import { durationOf, whenOf } from "./when.ts";

/** What a text is written with: given, so that nothing else that knows meetings brings the engine of templates along. */
export interface Wording {
  readonly cards: TemplateReads;
  readonly templates: {
    readonly renderKind: typeof renderKind;
    readonly aboutCard: typeof aboutCard;
    readonly Link: typeof Link;
  };
}

interface Worded {
  readonly values: TemplateValues;
  /** By which the organization's own text is chosen. */
  readonly cardTypeId: string | null;
  readonly organizer: User | undefined;
  readonly organizerName: string;
}

/** What a message about a meeting can name, in its reader's language and zone. */
export async function wordingOf(
  { orgId, organization, kind, meeting, change }: Pick<Occasion, "orgId" | "organization" | "kind" | "meeting" | "change">,
  reader: Reader,
  { cards, templates: { aboutCard: about, Link: LinkTo } }: Wording,
): Promise<Worded> {
  const { language } = reader;
  const { region } = organization;
  const { start, timeZone, repeat } = meeting;
  const { cardId, scope, related } = reader.about;
  const [t, organizer, card] = await Promise.all([
    translator(language, { isolates: false }),
    meeting.createdBy ? findUser(meeting.createdBy) : undefined,
    about(
      orgId,
      cardId,
      { language, timeZone: reader.timeZone ?? timeZone, settings: organization, cardScope: related, cards },
      scope,
    ),
  ]);
  const reading = { language, region, zone: reader.timeZone };
  const when = whenOf({ start, end: endOf(start, meeting), timeZone, isRepeating: repeat !== null }, reading);
  const rule = repeat && wordsOf(repeat, t, datesLocale(language, region));
  const organizerName = organizer?.name ?? organization.name;
  const values = {
    ...card.values,
    "meeting.title": meeting.title,
    "meeting.when": rule ? `${when.whole}. ${rule}` : when.whole,
    "meeting.date": when.date,
    "meeting.time": when.time,
    "meeting.duration": durationOf(meeting, language),
    "meeting.place": meeting.location,
    "meeting.description": meeting.description,
    "meeting.organizer": organizerName,
    "meeting.changes": kind === "changed" ? previously(change, meeting, reading, t) : null,
    "meeting.link": new LinkTo(reader.link),
    "recipient.name": reader.name,
    "recipient.firstName": reader.name?.split(/\s+/)[0] ?? null,
    "recipient.email": reader.email,
    "sender.name": organizerName,
    "sender.email": organizer?.email ?? null,
    "sender.phone": organization.phone,
    "organization.name": organization.name,
    "organization.phone": organization.phone,
  };
  return { values, cardTypeId: card.cardTypeId ?? reader.about.cardTypeId, organizer, organizerName };
}

/** What was before the change: when, and where. */
function previously(
  change: MeetingChange | undefined,
  meeting: Meeting,
  reading: Parameters<typeof whenOf>[1],
  t: Awaited<ReturnType<typeof translator>>,
): string | null {
  const before = change?.before;
  if (!before) return null;
  const { start, minutes, days, timeZone, location, title } = { ...meeting, ...before };
  const old = timingOf({ start, minutes, days, timeZone });
  const isMoved = ["start", "minutes", "days", "timeZone"].some((name) => name in before);
  const parts = [
    ...("title" in before && typeof title === "string" ? [title] : []),
    ...(isMoved ? [whenOf({ ...old, end: endOf(old.start, old), isRepeating: meeting.repeat !== null }, reading).whole] : []),
    ...("location" in before && typeof location === "string" ? [location] : []),
  ];
  return parts.length > 0 ? t("mail.meeting.previously", { what: parts.join(" · ") }) : null;
}
