import type * as z from "zod";
import { fieldContext, findCard, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import { KartisError } from "../../kernel/error.ts";
import { instant } from "../../kernel/clock.ts";
import { newId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { aboutCard, Link, renderKind } from "../../message-templates/index.ts";
import { findOrganization } from "../../organizations/index.ts";
import { optOutsOf, smsNumbersOf, smsStandingOf } from "../../sms/index.ts";
import { economical, smsSize } from "../../sms/rules.ts";
import { authorOf } from "../author.ts";
import { meetingCreation } from "../meetings/creation.ts";
import type { MessageKind } from "../meetings/message-kinds.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Meeting } from "../meetings/meeting.ts";
import type { ActivityWrite } from "../writes.ts";
import { isNewsOfAll, type Net, netOf, type News, newsAt, timesChangedBy } from "./news.ts";
import { isOver } from "./notify.ts";
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

  /** What SMS of these kinds about the meeting would say to each guest. */
  async function guestsOf(meeting: Meeting, kinds: readonly MessageKind[], about?: AboutTimes): Promise<GuestBySms[]> {
    const textOf = (kind: MessageKind, reader: Parameters<typeof smsTextFor>[1]) => {
      // Of a series, a reminder is of one time.
      const one = kind === "reminded" ? { ...meeting, repeat: null } : atShownTime(meeting, context.clock.now());
      const { announced, days, previous } = about ?? { announced: [one] as const, days: [], previous: undefined };
      return smsTextFor({ orgId, organization, kind, days, announced, previous }, reader, given);
    };
    // A single time may have other guests than its series.
    const { guests } = about?.announced[0] ?? meeting;
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
  changed: readonly Pick<ActivityWrite, "activity" | "change">[],
  context: OrgContext,
): Promise<{ readonly parts: number; readonly left: number }> {
  const { left, guestsOf } = await openPreview(context);
  let parts = 0;
  // Of several changes of a series, its guests learn once.
  for (const some of Map.groupBy(changed, ({ activity }) => activity.id).values()) {
    const activity = some.at(-1)?.activity;
    const meeting = activity && meetingOf(activity);
    if (!activity || !meeting?.notify.changesBySms || isOver(activity.values, context.clock)) continue;
    const net = netOf(some.flatMap(newsToGuests));
    if (!net) continue;
    parts += smsPartsOf(await guestsOf(meeting, [net.kind], timesOf(net, some, context.clock.now())), net.kind);
  }
  return { parts, left };
}

type Write = Pick<ActivityWrite, "activity" | "change">;

function newsToGuests({ change }: Write): News[] {
  if (change.action === "meeting.delete") return [{ kind: "canceled", day: null }];
  if (isNewsOfAll(change)) return [{ kind: "changed", day: null }];
  return timesChangedBy(change).flatMap((time) => {
    const kind = newsAt(time);
    return kind ? [{ kind, day: time.day }] : [];
  });
}

/** The times that the message names, each as its own change leaves it; undefined where it is about the whole meeting. */
function timesOf({ kind, days }: Net, writes: readonly Write[], now: number): AboutTimes | undefined {
  const times = days.flatMap((day) => {
    const write = writes.findLast(({ change }) => timesChangedBy(change).some((time) => time.day === day));
    if (!write) return [];
    const { activity, change } = write;
    const before = meetingOf({ ...activity, values: { ...activity.values, ...change.before } });
    return timesToAnnounce({ kind, meeting: meetingOf(activity), before, isIn: () => true }, [day], now);
  });
  const [first, ...more] = times;
  if (!first) return undefined;
  const previous = kind === "changed" && more.length === 0 ? first.previous : undefined;
  return { days, announced: [first.announced, ...more.map(({ announced }) => announced)], previous };
}
