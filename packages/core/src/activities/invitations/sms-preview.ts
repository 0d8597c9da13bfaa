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
import type { Meeting } from "../meetings/schema.ts";
import type { ActivityWrite } from "../writes.ts";
import { isOver } from "./notify.ts";
import type { GuestBySms, SmsToGuests, SmsToGuestsInput } from "./schema.ts";
import { smsPartsOf } from "./rules.ts";
import { mostParts } from "../sms/rules.ts";
import type { CardReads } from "./guest.ts";
import { phoneReaderOf, smsTextFor } from "./sms.ts";

/** The caller's cards alone: a number out of their sight is not told. */
async function visibleCards(context: OrgContext) {
  const scope = await readScopeOf(context);
  const findCards: CardReads["findCards"] = async (orgId, cardIds) => {
    const found = await Promise.all([...cardIds].map((cardId) => findCard(orgId, scope, cardId)));
    return new Map(found.flatMap((card) => (card ? [[card.id, card]] : [])));
  };
  return { findCards, getCardType, inScope };
}

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
  async function guestsOf(meeting: Meeting, kinds: readonly MessageKind[]): Promise<GuestBySms[]> {
    const textOf = (kind: MessageKind, reader: Parameters<typeof smsTextFor>[1]) => {
      // Of a series, a reminder is of one time.
      const one = kind === "reminded" ? { ...meeting, repeat: null } : meeting;
      return smsTextFor({ orgId, organization, kind, meeting: one, change: undefined }, reader, given);
    };
    const readers = await Promise.all(
      meeting.guests.map((guest) => phoneReaderOf(orgId, meeting.id, guest, organization, given)),
    );
    const optOuts = await optOutsOf(
      orgId,
      readers.flatMap((reader) => reader?.number.phone ?? []),
    );
    // A number that several guests have gets one SMS: the first one's.
    const isShared = (phone: string, index: number) => readers.findIndex((one) => one?.number.phone === phone) < index;
    return Promise.all(
      readers.map(async (reader, index): Promise<GuestBySms> => {
        const cardId = meeting.guests[index]?.cardId ?? null;
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
  { kinds, meetingId, ...draft }: z.output<typeof SmsToGuestsInput>,
  context: OrgContext,
): Promise<SmsToGuests> {
  const { principal, clock } = context;
  const { timeZone: usual, left, obstacle, guestsOf } = await openPreview(context);
  const { timeZone = usual, ...rest } = draft;
  const values = { ...rest, timeZone, participants: [], reminder: null };
  const id = meetingId ?? newId("act", clock.now());
  const { activity } = meetingCreation(principal.orgId, values, { by: authorOf(context), at: instant(clock), id });
  return { guests: await guestsOf(meetingOf(activity), kinds), left, obstacle };
}

/** How many SMS tell the guests of meetings that these were changed or deleted, as the meetings are then: as they are paid, and how many are left before. */
export async function countSmsOfNews(
  changed: readonly Pick<ActivityWrite, "activity" | "change">[],
  context: OrgContext,
): Promise<{ readonly parts: number; readonly left: number }> {
  const { left, guestsOf } = await openPreview(context);
  // Of several changes of a series, its guests learn once.
  const last = new Map(changed.map((one) => [one.activity.id, one]));
  let parts = 0;
  for (const { activity, change } of last.values()) {
    const meeting = meetingOf(activity);
    if (!meeting.notify.changesBySms || isOver(activity.values, context.clock)) continue;
    const kind = change.action === "meeting.delete" ? "canceled" : "changed";
    parts += smsPartsOf(await guestsOf(meeting, [kind]), kind);
  }
  return { parts, left };
}
