import { creation } from "@kartis/core/activities/writes.ts";
import { chatChange, chatIdOf, findChat } from "@kartis/core/chats/store.ts";
import { newChat, withMessage } from "@kartis/core/chats/rules.ts";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { deliver, intentions, NoEffect, type Purpose } from "@kartis/core/outbound/index.ts";
import { whatsappIntent } from "@kartis/core/activities/whatsapp/again.ts";
import {
  type ActivityId,
  type CardId,
  type ChatId,
  type EffectId,
  newId,
  type OrgId,
  type UserId,
} from "@kartis/core/kernel/id.ts";
import { findNumber, numberChange, sealed } from "@kartis/core/whatsapp/numbers.ts";

/** The business that the simulator knows. */
export const business = {
  phoneNumberId: "100200300400500",
  businessId: "500400300200100",
  phone: "+972 54-555-0100",
  name: "Meridian",
  token: "token of the tests",
  appSecret: "secret of the tests",
};
const { phoneNumberId } = business;
const contextOf = (orgId: OrgId) => ({
  orgId,
  actor: systemActor(orgId, "test"),
  clock: systemClock,
  requestId: newId("req"),
  origin: "system" as const,
});

/** Gives an organization a number as if Meta had confirmed it. Nothing answers for it unless the test has started a simulator. */
export async function connectNumber({ orgId, userId }: { readonly orgId: OrgId; readonly userId: UserId }): Promise<void> {
  process.env["WHATSAPP_URL"] ??= "http://127.0.0.1:9";
  await commit(contextOf(orgId), async (at) => {
    if (await findNumber(orgId)) return { writes: [], records: [], result: undefined };
    const number = {
      version: 1,
      ...business,
      token: sealed(orgId, "token", business.token),
      appSecret: sealed(orgId, "appSecret", business.appSecret),
      cardTypeId: newId("typ"),
      connectedBy: userId,
      problem: null,
      problemAt: null,
      createdAt: at,
    };
    return { ...numberChange(orgId, number), result: undefined };
  });
}

/** A message that the card has just received, so that its conversation's window is open. */
export async function openChat(
  { orgId }: { readonly orgId: OrgId },
  { cardId, phone, text = "Hello", people = [] }: { cardId: CardId; phone: string; text?: string; people?: readonly UserId[] },
): Promise<{ readonly chatId: ChatId; readonly whatsappId: ActivityId }> {
  const [chatId, whatsappId] = [chatIdOf(orgId, phone), newId("act")];
  await commit(contextOf(orgId), async (at) => {
    const known = await findChat(orgId, chatId);
    const values = { cardId, chatId, phone, direction: "IN", kind: "text", text, happenedAt: at, people };
    const activity = creation(orgId, "WHATSAPP", whatsappId, values, "whatsapp", at);
    const before = known ?? newChat(chatId, { phone, name: text, cardId, people }, at);
    const said = {
      activityId: whatsappId,
      at,
      direction: "IN",
      by: null,
      kind: "text",
      text,
      delivery: null,
      numberId: phoneNumberId,
    } as const;
    const { write, change } = chatChange(orgId, withMessage(before, said), known);
    const records = [{ changes: [activity.change] }, { changes: [change] }];
    return { writes: [activity.write, write], records, result: undefined };
  });
  return { chatId, whatsappId };
}

const refusal: Purpose = {
  repeats: false,
  concerns: "organization",
  isReported: true,
  prepare: () => Promise.resolve(() => Promise.reject(new NoEffect("Refused", false, "undeliverable"))),
};

/** A message from the card that was refused, and waits for a person's decision. */
export async function unsentMessage(
  { orgId }: { readonly orgId: OrgId },
  { cardId, phone, text = "Hello", people = [] }: { cardId: CardId; phone: string; text?: string; people?: readonly UserId[] },
): Promise<{ readonly whatsappId: ActivityId; readonly effectId: EffectId }> {
  const [whatsappId, effectId] = [newId("act"), newId("eff")];
  const chatId = chatIdOf(orgId, phone);
  await commit(contextOf(orgId), async (at) => {
    const values = { cardId, chatId, phone, direction: "OUT", kind: "text", text, people, effectId };
    const failed = { ...values, delivery: "failed", reason: "undeliverable" };
    const activity = creation(orgId, "WHATSAPP", whatsappId, failed, "test", at);
    const effects = intentions(orgId, [whatsappIntent(effectId, whatsappId)], systemClock);
    const records = [{ changes: [activity.change] }, ...effects.records];
    return { writes: [activity.write, ...effects.writes], records, result: undefined };
  });
  await deliver(orgId, effectId, { whatsapp: refusal }, systemClock);
  return { whatsappId, effectId };
}
