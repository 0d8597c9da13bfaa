import { activitiesOfCards, findActivities } from "../../activities/index.ts";
import { chatsOfCards, endChats, forgetLast } from "../../chats/replica/index.ts";
import { forgetEvents } from "../../provider-events/index.ts";
import { forgetMessages } from "../../whatsapp/messages/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { Erasure, Kept, PersonalDataPart, Person, Progress, Reader } from "./part.ts";

const idsOf = ({ cards }: Person) => cards.map(({ id }) => id);

/** Traces of the cards' messages elsewhere: the other side's phone numbers, and the ids that Meta and Kartis gave the messages. */
async function messagesOn({ orgId, cardIds }: Erasure) {
  const [phones, ids] = [new Set<string>(), new Set<string>()];
  const messages = [...(await findActivities(orgId, await activitiesOfCards(orgId, [...cardIds]))).values()].filter(
    ({ type }) => type === "WHATSAPP",
  );
  // A message that was sent again has had several.
  const messageIds = messages.flatMap(({ values: { messageId, failedIds } }) =>
    [messageId, failedIds].flat().filter((one) => typeof one === "string"),
  );
  for (const { id, values } of messages) {
    ids.add(id);
    if (typeof values["phone"] === "string") phones.add(values["phone"]);
  }
  for (const messageId of messageIds) ids.add(messageId);
  return { phones, ids, messageIds, activityIds: messages.map(({ id }) => id) };
}

/** Conversations on WhatsApp. Erased before their messages, which lead to all other traces. */
export const conversations = {
  count: async (person) => (await chatsOfCards(person.orgId, idsOf(person))).length,
  async keeps(person: Person): Promise<readonly Kept[]> {
    const found = await chatsOfCards(person.orgId, idsOf(person));
    const { length: count } = found.filter(({ optedOutAt }) => optedOutAt !== null);
    return count > 0 ? [{ reason: "personalData.keeps.whatsappOptOuts", count }] : [];
  },
  async *collect(person: Person, { t, members }: Reader): AsyncGenerator<BundleItem> {
    const found = await chatsOfCards(person.orgId, idsOf(person));
    if (found.length === 0) return;
    const nameOf = (userId: string | null) => members.find((member) => member.userId === userId)?.name ?? "";
    yield {
      kind: "table",
      name: "chats",
      title: t("personalData.part.chats"),
      header: (["number", "name", "createdAt", "assignedTo"] as const).map((name) => t(`audit.value.${name}`)),
      rows: found.map(({ phone, name, createdAt, assignedTo }) => [phone, name ?? "", createdAt, nameOf(assignedTo)]),
      json: found.map(({ people: _, ...chat }) => chat),
    };
  },
  async erase(erasure: Erasure): Promise<Progress> {
    const { orgId, cardIds, commitContext } = erasure;
    const found = await chatsOfCards(orgId, [...cardIds]);
    const { phones, ids, messageIds, activityIds } = await messagesOn(erasure);
    for (const { phone } of found) phones.add(phone);
    const isTheirs = (call: unknown): boolean => {
      const { id, from, to, note } = Object(call) as Readonly<Record<string, unknown>>; // as `whatsapp` reads calls
      return phones.has(`+${String(from)}`) || [id, to, note].some((named) => ids.has(String(named)));
    };
    if (phones.size > 0) await forgetEvents(orgId, "whatsapp", isTheirs);
    await forgetMessages(orgId, messageIds);
    await forgetLast(commitContext, activityIds);
    const count = await endChats(
      commitContext,
      found.map(({ id }) => id),
      cardIds,
    );
    return { done: true, count };
  },
} satisfies PersonalDataPart;
