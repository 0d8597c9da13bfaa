import * as z from "zod";
import type { cardsWithPhone, findCards, StoredCard } from "../../cards/index.ts";
import { systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { idFrom, type OrgId, type RecordId, type UserId } from "../../kernel/id.ts";
import type { AssigningFields } from "../../kernel/scope.ts";
import { commitMetered } from "../../plans/index.ts";
import type { askingAgain, optIn, optOut } from "../../sms/index.ts";
import { optWordOf, smsSize } from "../../sms/rules.ts";
import type { eventsOf } from "../../provider-events/index.ts";
import { peopleOfCard } from "../people-of-card.ts";
import type { lastSmsTo } from "../replica/texted.ts";
import { creation } from "../writes.ts";

/** An answer to our SMS, as the webhook has stored it. */
export const SmsAnswer = z.object({ from: z.string(), to: z.string(), text: z.string(), at: z.string() });
export type SmsAnswer = z.output<typeof SmsAnswer>;

/** Dependencies, injected so that receiving an answer does not bundle everything else about cards. */
export interface AnswerDependencies {
  readonly askingAgain: typeof askingAgain;
  readonly assigningFieldsOf: (orgId: OrgId) => Promise<AssigningFields>;
  readonly cardsWithPhone: typeof cardsWithPhone;
  readonly eventsOf: typeof eventsOf;
  readonly findCards: typeof findCards;
  readonly lastSmsTo: typeof lastSmsTo;
  readonly optIn: typeof optIn;
  readonly optOut: typeof optOut;
}

interface Receiving {
  readonly clock: Clock;
  readonly causedBy: RecordId;
  readonly deps: AnswerDependencies;
}

/** Stores the answers that a record brings on the timelines of their cards. Harmless to repeat. */
export async function receiveSmsAnswers(
  record: Parameters<typeof eventsOf>[0] & { readonly orgId: OrgId },
  receiving: Receiving,
): Promise<void> {
  for (const { key, payload } of await receiving.deps.eventsOf(record, "smsAnswer"))
    await receiveAnswer(record.orgId, key, SmsAnswer.parse(payload), receiving);
}

/** An answer from a number that no card has is not kept; what it says about opting out is. */
async function receiveAnswer(
  orgId: OrgId,
  key: string,
  { from: phone, to, text, at: sentAt }: SmsAnswer,
  { clock, causedBy, deps }: Receiving,
): Promise<void> {
  const id = idFrom("act", Date.parse(sentAt), `${orgId}\n${key}`);
  const word = optWordOf(text);
  // By the provider's own key: an opt-out that was lifted since leaves nothing behind by which a repeated wish could be known.
  const ledger = { consumer: "sms.answers", recordId: key };
  await commitMetered({ ...systemContext(orgId, "sms", clock, causedBy), ledger }, async (at) => {
    const nothing = { writes: [], records: [], result: undefined };
    const home = await homeOf(orgId, phone, deps);
    const cardId = home?.card.id ?? null;
    const said =
      word === "out"
        ? await deps.optOut(orgId, { phone, cardId, at: sentAt, source: "recipient", by: null })
        : word === "in"
          ? await deps.optIn(orgId, { phone, cardId, at: sentAt })
          : nothing;
    const remembered = word === "in" ? await deps.askingAgain(orgId, phone, sentAt) : [];
    if (!home) return { writes: [...said.writes, ...remembered], records: said.records, result: undefined };
    const values = {
      cardId,
      direction: "IN",
      phone,
      from: to,
      text,
      parts: smsSize(text).segments,
      delivery: "received",
      isFinal: true,
      people: home.people,
    };
    const { write, change } = creation(orgId, "SMS", id, values, "sms", at);
    return {
      writes: [write, ...said.writes, ...remembered],
      records: [{ changes: [change] }, ...said.records],
      result: undefined,
    };
  });
}

/** The card from which the number got its last SMS, or else the one with the number that was changed last; and the members to notify. */
async function homeOf(
  orgId: OrgId,
  phone: string,
  deps: AnswerDependencies,
): Promise<{ readonly card: StoredCard; readonly people: readonly UserId[] } | undefined> {
  const cardIds = await deps.cardsWithPhone(orgId, phone);
  const last = await deps.lastSmsTo(orgId, cardIds, phone);
  const cards = await deps.findCards(orgId, cardIds);
  const ordered = [...(last ? [last.cardId] : []), ...cardIds].flatMap((cardId) => cards.get(cardId) ?? []);
  const card = ordered.find(({ trashedAt }) => !trashedAt);
  if (!card) return undefined;
  const writer = last?.by && last.cardId === card.id ? [last.by] : [];
  return { card, people: [...new Set([...writer, ...(await peopleOfCard(orgId, card, deps.assigningFieldsOf))])] };
}
