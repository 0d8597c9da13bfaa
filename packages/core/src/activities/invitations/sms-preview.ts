import type * as z from "zod";
import { fieldContext, findCard, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import { KartisError } from "../../kernel/error.ts";
import { instant } from "../../kernel/clock.ts";
import { newId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { aboutCard, Link, renderKind } from "../../message-templates/index.ts";
import { changesOf } from "../../data/payloads.ts";
import { findOrganization } from "../../organizations/index.ts";
import { optOutsOf, smsNumbersOf, smsStandingOf } from "../../sms/index.ts";
import { economical, smsSize } from "../../sms/rules.ts";
import { authorOf } from "../author.ts";
import { meetingCreation } from "../meetings/creation.ts";
import type { MessageKind } from "../meetings/message-kinds.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Meeting } from "../meetings/meeting.ts";
import type { ActivityWrite } from "../writes.ts";
import { type Net, netsOf, type News, timesChangedBy } from "./news.ts";
import { happeningsIn, isOver, meetingActions, waysTo } from "./notify.ts";
import { timesToAnnounce } from "./occasion.ts";
import type { GuestBySms, SmsToGuests, SmsToGuestsInput } from "./schema.ts";
import { smsPartsOf } from "./rules.ts";
import { mostParts } from "../sms/rules.ts";
import type { CardReads } from "./guest.ts";
import { phoneReaderOf, smsTextFor } from "./sms.ts";
import { atShownTime } from "./times.ts";
import type { Announcement } from "./wording.ts";

/** The caller's cards alone: numbers out of their sight are not shown. */
async function visibleCards(context: OrgContext) {
  const scope = await readScopeOf(context);
  const findCards: CardReads["findCards"] = async (orgId, cardIds) => {
    const found = await Promise.all([...cardIds].map((cardId) => findCard(orgId, scope, cardId)));
    return new Map(found.flatMap((card) => (card ? [[card.id, card]] : [])));
  };
  return { findCards, getCardType, inScope };
}

type AboutTimes = Pick<Announcement, "days" | "announced" | "previous">;

/** Reads once what SMS to the guests of meetings are written and counted with. */
async function openPreview(context: OrgContext) {
  const { principal } = context;
  const { orgId } = principal;
  const [found, cards, { balance, obstacle }, settings] = await Promise.all([
    findOrganization(orgId),
    visibleCards(context),
    smsStandingOf(context),
    fieldContext(principal),
  ]);
  if (!found) throw new KartisError("NOT_FOUND");
  const organization = { ...found, ...settings };
  const given = { cards, templates: { renderKind, aboutCard, Link }, smsNumbersOf };

  /** What SMS of these kinds about the meeting would say to each guest, or to those of these ids. */
  async function guestsOf(
    meeting: Meeting,
    kinds: readonly MessageKind[],
    about?: AboutTimes,
    guestIds?: ReadonlySet<string>,
  ): Promise<GuestBySms[]> {
    const textOf = (kind: MessageKind, reader: Parameters<typeof smsTextFor>[1]) => {
      // Of a series, a reminder is of one time.
      const one = kind === "reminded" ? { ...meeting, repeat: null } : atShownTime(meeting, context.clock.now());
      const { announced, days, previous } = about ?? { announced: [one] as const, days: [], previous: undefined };
      return smsTextFor({ orgId, organization, kind, days, announced, previous }, reader, given);
    };
    // A single time may have other guests than its series.
    const there = (about?.announced[0] ?? meeting).guests;
    const guests = guestIds ? there.filter(({ id }) => guestIds.has(id)) : there;
    const readers = await Promise.all(
      guests.map((guest) => phoneReaderOf(orgId, meeting, guest, { organization, day: about?.days[0] }, given)),
    );
    const optOuts = await optOutsOf(
      orgId,
      readers.flatMap((reader) => reader?.number.phone ?? []),
    );
    // A number that several guests have gets one SMS: the first one's.
    const isShared = (phone: string, index: number) => readers.findIndex((one) => one?.number.phone === phone) < index;
    return Promise.all(
      readers.map(async (reader, index): Promise<GuestBySms> => {
        const cardId = guests[index]?.cardId ?? null;
        if (!reader) return { cardId, phone: null, problem: cardId ? "noPhone" : "noCard", texts: [] };
        const { phone } = reader.number;
        const written = await Promise.all(kinds.map(async (kind) => ({ kind, text: await textOf(kind, reader) })));
        const texts = written.flatMap(({ kind, text }) => {
          const short = economical(text ?? "");
          return short === "" ? [] : [{ kind, text: short, parts: smsSize(short).segments }];
        });
        const problemOf = (): GuestBySms["problem"] => {
          if (optOuts.has(phone)) return "optedOut";
          if (isShared(phone, index)) return "shared";
          return texts.some(({ parts }) => parts > mostParts) ? "tooLong" : null;
        };
        return { cardId, phone, problem: problemOf(), texts };
      }),
    );
  }
  return { timeZone: found.timeZone, left: balance.left, obstacle, guestsOf };
}

/** What SMS about a meeting, as it is being written, would say to its guests and cost; and who cannot be reached, and why. */
export async function previewSms(
  { kinds, meetingId, insteadOf, ...draft }: z.output<typeof SmsToGuestsInput>,
  context: OrgContext,
): Promise<SmsToGuests> {
  const { principal, clock } = context;
  const { timeZone: usual, left, obstacle, guestsOf } = await openPreview(context);
  const { timeZone = usual, ...rest } = draft;
  const values = { ...rest, timeZone, participants: [], reminder: null };
  const id = meetingId ?? newId("act", clock.now());
  const { activity } = meetingCreation(principal.orgId, values, { by: authorOf(context), at: instant(clock), id });
  const meeting = meetingOf(activity);
  const about: AboutTimes | undefined = insteadOf && {
    days: [insteadOf.start],
    announced: [meeting],
    previous: { ...meeting, ...insteadOf },
  };
  return { guests: await guestsOf(meeting, kinds, about), left, obstacle };
}

/** How many SMS tell the guests of meetings that these were changed or deleted, as the meetings are then: as they are paid, and how many are left before. */
export async function countSmsOfNews(
  changed: readonly Write[],
  context: OrgContext,
): Promise<{ readonly parts: number; readonly left: number }> {
  const { left, guestsOf } = await openPreview(context);
  const now = context.clock.now();
  let parts = 0;
  // Of several changes of a series, its guests learn once.
  for (const some of Map.groupBy(changed, ({ activity }) => activity.id).values()) {
    const activity = some.at(-1)?.activity;
    if (!activity || isOver(activity.values, context.clock)) continue;
    const meeting = meetingOf(activity);
    for (const { net, guestIds } of messagesOf(some, meeting, now)) {
      const about = timesOf(net, some, now);
      // Times that are over are no news.
      if (net.days.length > 0 && !about) continue;
      parts += smsPartsOf(await guestsOf(meeting, [net.kind], about, guestIds), net.kind);
    }
  }
  return { parts, left };
}

type Write = Pick<ActivityWrite, "activity" | "change">;

/** The SMS that follow from the changes of a meeting, each with the guests who get it. */
function messagesOf(
  writes: readonly Write[],
  meeting: Meeting,
  now: number,
): Iterable<{ readonly net: Net; readonly guestIds: Set<string> }> {
  const newsFor = new Map<string, News[]>();
  for (const [at, { activity, change }] of writes.entries())
    for (const made of changesOf([change], meetingActions))
      for (const [recipient, news] of happeningsIn(made, String(at), activity, now)) {
        const [role, guestId = ""] = recipient.split(" ");
        if (role !== "guest" || !waysTo(made, recipient, news, meeting).includes("meetingSms")) continue;
        newsFor.set(guestId, [...(newsFor.get(guestId) ?? []), news]);
      }
  const messages = new Map<string, { readonly net: Net; readonly guestIds: Set<string> }>();
  for (const [guestId, news] of newsFor)
    for (const net of netsOf(
      news,
      meeting.guests.some(({ id }) => id === guestId),
    )) {
      const key = [net.kind, ...net.days].join(" ");
      const message = messages.get(key) ?? { net, guestIds: new Set() };
      message.guestIds.add(guestId);
      messages.set(key, message);
    }
  return messages.values();
}

/** The times that the message names, each as its own change leaves it; undefined where it is about the whole meeting. */
function timesOf({ kind, days }: Net, writes: readonly Write[], now: number): AboutTimes | undefined {
  const times = days.flatMap((day) => {
    const write = writes.findLast(({ change }) => timesChangedBy(change).some((time) => time.day === day)) ?? writes.at(-1);
    if (!write) return [];
    const { activity, change } = write;
    const before = meetingOf({ ...activity, values: { ...activity.values, ...change.before } });
    const isIn = () => activity.trashedAt === null;
    return timesToAnnounce({ kind, meeting: meetingOf(activity), before, isIn }, [day], now);
  });
  const [first, ...more] = times;
  if (!first) return undefined;
  const previous = kind === "changed" && more.length === 0 ? first.previous : undefined;
  return { days, announced: [first.announced, ...more.map(({ announced }) => announced)], previous };
}
