import { datesLocale } from "@kartis/i18n/languages.ts";
import { translator } from "@kartis/i18n/translate.ts";
import type { aboutCard, CardReads as TemplateReads, Link, renderKind, TemplateValues } from "../../message-templates/index.ts";
import { sameValue } from "../../kernel/same-value.ts";
import { type User } from "../../users/index.ts";
import type { Meeting } from "../meetings/meeting.ts";
import { endOf } from "../meetings/time.ts";
import { wordsOf } from "../recurrence/words.ts";
import type { Occasion } from "./occasion.ts";
import type { Reader } from "./readers.ts";
import { durationOf, whenOf } from "./when.ts";
import { organizerOf } from "./organizer.ts";

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
  /** For one time of a series that was moved: both times, since a text without the other values would not say which one it is. */
  readonly movedWhen: string | undefined;
}

/** What a text is about. */
export type Announcement = Pick<Occasion, "orgId" | "organization" | "kind" | "days" | "announced" | "previous"> &
  Partial<Pick<Occasion, "isOnlyRenamed">>;

/** What a message about a meeting can name, in its reader's language and zone. */
export async function wordingOf(
  { orgId, organization, kind, days, announced, previous, isOnlyRenamed = false }: Announcement,
  reader: Reader,
  { cards, templates: { aboutCard: about, Link: LinkTo } }: Wording,
): Promise<Worded> {
  const { language } = reader;
  const { region } = organization;
  const [meeting] = announced;
  const { timeZone } = meeting;
  const { cardId, scope, related } = reader.about;
  const [t, organizer, card] = await Promise.all([
    translator(language, { isolates: false }),
    organizerOf(orgId, meeting),
    about(
      orgId,
      cardId,
      { language, timeZone: reader.timeZone ?? timeZone, settings: organization, cardScope: related, cards },
      scope,
    ),
  ]);
  const reading = { language, region, zone: reader.timeZone };
  const timeOf = (one: Meeting) =>
    whenOf({ start: one.start, end: endOf(one.start, one), timeZone: one.timeZone, isRepeating: one.repeat !== null }, reading);
  const wholeOf = (one: Meeting): string => {
    const { whole } = timeOf(one);
    return one.repeat ? `${whole}. ${wordsOf(one.repeat, t, datesLocale(language, region))}` : whole;
  };
  const times = announced.map(timeOf);
  const eachOnce = (part: "date" | "time") => [...new Set(times.map((time) => time[part]))].join("; ");
  const whole = announced.map(wholeOf).join("; ");
  const isMoved = previous !== undefined && timing.some((name) => !sameValue(previous[name], meeting[name]));
  const old = isMoved ? timeOf(previous) : undefined;
  const movedWhen =
    old && days.length > 0
      ? t("mail.meeting.insteadOf", { when: whole, old: [old.date, old.time].filter((part) => part !== "").join(", ") })
      : undefined;
  const organizerName = organizer?.name ?? organization.name;
  const whatWas =
    kind === "changed" && previous ? previously(previous, meeting, isMoved ? wholeOf(previous) : undefined, t) : null;
  const changes = isOnlyRenamed ? t("mail.meeting.newEntry") : whatWas;
  const values = {
    ...card.values,
    "meeting.title": meeting.title,
    "meeting.when": whole,
    "meeting.date": eachOnce("date"),
    "meeting.time": eachOnce("time"),
    "meeting.duration": durationOf(meeting, language),
    "meeting.place": meeting.location,
    "meeting.description": meeting.description,
    "meeting.organizer": organizerName,
    "meeting.changes": changes,
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
  return { values, cardTypeId: card.cardTypeId ?? reader.about.cardTypeId, organizer, organizerName, movedWhen };
}

/** Changes of these make it another time. */
const timing = ["start", "minutes", "days", "timeZone", "repeat"] as const;

/** What was before the change: its name, when and where. */
function previously(
  { title, location }: Meeting,
  now: Meeting,
  when: string | undefined,
  t: Awaited<ReturnType<typeof translator>>,
): string | null {
  const parts = [title === now.title ? undefined : title, when, location === now.location ? null : location].filter(Boolean);
  return parts.length > 0 ? t("mail.meeting.previously", { what: parts.join(" · ") }) : null;
}
