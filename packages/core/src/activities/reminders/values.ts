import { formatter } from "@kartis/i18n/format.ts";
import { isDay } from "../../cards/fields/day.ts";
import type { scopeOf } from "../../cards/index.ts";
import { env } from "../../kernel/env.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import type { aboutCard, CardReads, Link, renderKind, TemplateValues } from "../../message-templates/index.ts";
import { findOrganization } from "../../organizations/index.ts";
import type { StoredActivity } from "../activity.ts";
import { organizerOf } from "../invitations/organizer.ts";
import { durationOf } from "../invitations/when.ts";
import { meetingPath } from "../meetings/path.ts";
import { changeOn, meetingOf } from "../meetings/rules.ts";
import { descriptionOn } from "../meetings/time.ts";
import { definitionOf } from "../types/list.ts";
import { type Reminded, topicOf } from "./recipients.ts";

/** Dependencies, injected so that nothing else that reads reminders bundles the engine of templates. */
export interface ReminderWording {
  readonly templates: {
    readonly renderKind: typeof renderKind;
    readonly aboutCard: typeof aboutCard;
    readonly Link: typeof Link;
  };
  readonly cards: CardReads & { readonly scopeOf: typeof scopeOf };
}

/** The subject of a reminder: an activity, at one of its times. */
export interface Due {
  readonly activity: StoredActivity;
  readonly startsAt: string;
  readonly day: string | null;
}

const kinds = {
  email: { tasks: "TASK_EMAIL_REMINDER", meetings: "MEETING_EMAIL_REMINDER" },
  sms: { tasks: "TASK_SMS_REMINDER", meetings: "MEETING_SMS_REMINDER" },
} as const;

/** The reminder in its reader's language and the organization's words; null where the organization has switched it off. */
export async function reminderText(
  orgId: OrgId,
  channel: keyof typeof kinds,
  due: Due,
  reader: Reminded,
  { templates, cards }: ReminderWording,
) {
  const { type, values } = due.activity;
  const { language, name, email, membership } = reader;
  const { settings } = membership;
  const { cardId } = values;
  const cardScope = await cards.scopeOf({ principal: { ...membership, userId: reader.id }, level: "ORGANIZATION" });
  const written = { language, timeZone: settings.timeZone, settings, cardScope, cards };
  const [organization, about] = await Promise.all([
    findOrganization(orgId),
    templates.aboutCard(orgId, isId("crd", cardId) ? cardId : null, written),
  ]);
  const topic = topicOf(type);
  return templates.renderKind(orgId, {
    kind: kinds[channel][topic],
    cardTypeId: about.cardTypeId,
    language,
    values: {
      ...about.values,
      ...(await (topic === "meetings" ? meetingValues : taskValues)(orgId, due, reader, templates.Link)),
      "recipient.name": name,
      "recipient.firstName": name.split(/\s+/)[0] ?? null,
      "recipient.email": email,
      "recipient.settings": new templates.Link(`${env("PUBLIC_ORIGIN")}/settings/user`),
      "organization.name": organization?.name ?? null,
      "organization.phone": organization?.phone ?? null,
    },
  });
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

const formatFor = ({ language, membership: { settings } }: Reminded) =>
  formatter({ language, region: settings.region, timeZone: settings.timeZone });

async function taskValues(
  orgId: OrgId,
  { activity: { id, type, values }, startsAt }: Due,
  reader: Reminded,
  LinkTo: typeof Link,
): Promise<TemplateValues> {
  const format = formatFor(reader);
  const { title, dueDay } = definitionOf(type).columns(values);
  return {
    "task.title": title,
    "task.due": dueDay ? format.day(dueDay, "full") : format.dateTime(startsAt),
    "task.location": text(values["location"]),
    "task.description": text(values["description"]),
    "task.link": new LinkTo(linkInto(orgId, `/tasks?list=team&task=${id}`)),
  };
}

/** Of a series: what that time of it has, which may differ from the others. */
async function meetingValues(
  orgId: OrgId,
  { activity, startsAt, day }: Due,
  reader: Reminded,
  LinkTo: typeof Link,
): Promise<TemplateValues> {
  const format = formatFor(reader);
  const meeting = meetingOf(activity);
  const [organizer, organization] = await Promise.all([organizerOf(orgId, meeting), findOrganization(orgId)]);
  const { start = day ?? meeting.start, ...changed } = (day === null ? undefined : changeOn(meeting, day)) ?? {};
  const { title, location, minutes, days } = { ...meeting, ...changed };
  const isWholeDays = isDay(meeting.start);
  const when = isWholeDays ? format.day(start, "full") : format.dateTime(startsAt);
  const organizerName = organizer?.name ?? organization?.name ?? null;
  return {
    "meeting.title": title,
    "meeting.when": when,
    "meeting.date": isWholeDays ? when : format.date(startsAt),
    "meeting.time": isWholeDays ? null : format.time(startsAt),
    "meeting.duration": durationOf({ minutes, days }, reader.language),
    "meeting.place": location,
    "meeting.description": descriptionOn(meeting, day),
    "meeting.organizer": organizerName,
    "meeting.link": new LinkTo(linkInto(orgId, meetingPath(activity.id, day))),
    "sender.name": organizerName,
    "sender.email": organizer?.email ?? null,
    "sender.phone": organization?.phone ?? null,
  };
}
