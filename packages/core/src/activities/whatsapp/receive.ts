import type {
  cardsWithPhone,
  cardTypesOf,
  creationOf,
  fieldContextOf,
  findCards,
  getCardType,
  locksOf,
  StoredCard,
} from "../../cards/index.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import { acceptNew } from "../../cards/rules.ts";
import type { CardType } from "../../cards/schema.ts";
import type { chatChange, chatIdOf, findChat, keptOptOut, StoredChat, takingOptOut, withMessage } from "../../chats/index.ts";
import { newChat } from "../../chats/rules.ts";
import { commit, type CommitContext, type Write, systemContext } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, idFrom, newId, type OrgId, type RecordId, type UserId } from "../../kernel/id.ts";
import type { AssigningFields } from "../../kernel/scope.ts";
import { intentions } from "../../outbound/index.ts";
import { commitMetered } from "../../plans/index.ts";
import { optWordOf } from "../../sms/rules.ts";
import type {
  findMessage,
  findNumber,
  messageWrite,
  ReceivedItem,
  ReceivedMessage,
  ReceivedReaction,
} from "../../whatsapp/index.ts";
import { peopleOfCard } from "../people-of-card.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, creation, edit } from "../writes.ts";
import { type DeliveryDependencies, keepStatus } from "./delivered.ts";

/** Dependencies, injected so that receiving a message does not bundle everything else about cards and conversations. */
export interface ReceiveDependencies extends DeliveryDependencies {
  readonly findNumber: typeof findNumber;
  readonly findMessage: typeof findMessage;
  readonly messageWrite: typeof messageWrite;
  readonly chatIdOf: typeof chatIdOf;
  readonly findChat: typeof findChat;
  readonly chatChange: typeof chatChange;
  readonly keptOptOut: typeof keptOptOut;
  readonly takingOptOut: typeof takingOptOut;
  readonly withMessage: typeof withMessage;
  readonly findCards: typeof findCards;
  readonly getCardType: typeof getCardType;
  readonly cardsWithPhone: typeof cardsWithPhone;
  readonly cardTypesOf: typeof cardTypesOf;
  readonly creationOf: typeof creationOf;
  readonly locksOf: typeof locksOf;
  readonly fieldContextOf: typeof fieldContextOf;
  readonly assigningFieldsOf: (orgId: OrgId) => Promise<AssigningFields>;
}

interface Receiving {
  readonly clock: Clock;
  readonly causedBy: RecordId;
  readonly deps: ReceiveDependencies;
}

const contextOf = (orgId: OrgId, { clock, causedBy }: Receiving): CommitContext =>
  systemContext(orgId, "whatsapp", clock, causedBy);

/** Processes the items of a webhook call. Harmless to repeat; related items may come in any order. */
export async function receiveItems(orgId: OrgId, items: readonly ReceivedItem[], receiving: Receiving): Promise<void> {
  for (const item of items) {
    if (item.type === "message") await receiveMessage(orgId, item, receiving);
    else if (item.type === "reaction") await receiveReaction(orgId, item, receiving);
    else await keepStatus(orgId, item, receiving);
  }
}

/** The id of a message's activity: the same however often the message is delivered. */
const activityIdOf = (orgId: OrgId, { id, at }: ReceivedMessage): ActivityId => idFrom("act", Date.parse(at), `${orgId}\n${id}`);

async function receiveMessage(orgId: OrgId, item: ReceivedMessage, receiving: Receiving): Promise<void> {
  const id = activityIdOf(orgId, item);
  const isKnown = async () => (await findActivities(orgId, [id])).has(id);
  if (await isKnown()) return;
  for (const nameWithNumber of [false, true]) {
    try {
      return await keepMessage(orgId, id, item, nameWithNumber, receiving);
    } catch (error) {
      if (!(error instanceof KartisError && error.code === "CONFLICT")) throw error;
      // Another run has stored the same message; or the new card's name is taken, where names must be unique.
      if (await isKnown()) return;
      if (nameWithNumber) throw error;
    }
  }
}

/** The card that a message belongs to, and the writes that create it if it is new. */
interface Home {
  readonly card: StoredCard;
  readonly made?: { readonly writes: readonly Write[]; readonly change: Change };
}

async function keepMessage(
  orgId: OrgId,
  id: ActivityId,
  item: ReceivedMessage,
  nameWithNumber: boolean,
  receiving: Receiving,
): Promise<void> {
  const { deps, clock } = receiving;
  const phone = `+${item.from}`;
  const chatId = deps.chatIdOf(orgId, phone);
  const cardId = newId("crd", clock.now());
  await commitMetered(contextOf(orgId, receiving), async (at) => {
    const nothing = { writes: [], records: [], result: undefined };
    const [known, chat, number] = await Promise.all([
      findActivities(orgId, [id]),
      deps.findChat(orgId, chatId),
      deps.findNumber(orgId),
    ]);
    // Disconnected in the meantime: nothing is received any more.
    if (known.has(id) || !number) return nothing;
    const named = { name: item.name, phone, nameWithNumber };
    const home = (await homeOf(orgId, chat, phone, deps)) ?? (await newHome(orgId, cardId, number.cardTypeId, named, at, deps));
    const { card, made } = home;
    const people = await peopleOf(orgId, card, chat, deps);
    const owners = people.length > 0 ? people : [number.connectedBy];
    const happenedAt = instantOf(item.at < at ? item.at : at, chat?.last?.at);
    const [noted, answered] = await Promise.all([
      deps.findMessage(orgId, item.id),
      item.answers ? deps.findMessage(orgId, item.answers) : undefined,
    ]);
    const values = {
      cardId: card.id,
      chatId,
      phone,
      direction: "IN",
      kind: item.kind,
      text: item.text,
      location: item.location,
      contacts: item.contacts.length > 0 ? item.contacts : null,
      media: item.media ? "waiting" : null,
      answers: answered?.activityId ?? null,
      reaction: noted?.reaction ?? null,
      messageId: item.id,
      happenedAt,
      people: owners,
    };
    const activity = creation(orgId, "WHATSAPP", id, values, "whatsapp", at);
    const kept = chat ? null : await deps.keptOptOut(orgId, chatId);
    const begun = { ...newChat(chatId, { phone, name: item.name, cardId: card.id, people }, at), optedOutAt: kept };
    const before = chat ?? begun;
    const wish = wishAfter(before, item.text ?? "", happenedAt);
    const renamed = { ...before, ...wish, cardId: card.id, name: item.name ?? before.name, people };
    const said = {
      activityId: id,
      at: happenedAt,
      direction: "IN",
      by: null,
      kind: item.kind,
      text: item.text,
      delivery: null,
    } as const;
    const next = deps.chatChange(orgId, deps.withMessage(renamed, { ...said, numberId: number.phoneNumberId }), chat);
    const { media } = item;
    const intents = media
      ? [
          {
            purpose: "whatsappMedia",
            subject: { kind: "activity", id },
            payload: { mediaId: media.id, name: media.name, mime: media.mime },
          } as const,
        ]
      : [];
    const effects = intentions(orgId, intents, clock);
    const message = { reaction: null, reactedAt: null, ...noted, activityId: id };
    return {
      // The conversation first: of a stranger's first two messages, the later one then finds it, and with it the card.
      writes: [
        next.write,
        ...(kept ? [deps.takingOptOut(orgId, chatId)] : []),
        ...(made?.writes ?? []),
        activity.write,
        deps.messageWrite(orgId, item.id, message, noted, clock),
        ...effects.writes,
      ],
      records: [
        ...(made ? [{ changes: [made.change] }] : []),
        { changes: [activity.change] },
        { changes: [next.change] },
        ...effects.records,
      ],
      result: undefined,
    };
  });
}

type Wish = Pick<StoredChat, "optedOutAt" | "optedInAt">;

/** Whether the customer wants messages, after one of theirs: of requests for them and refusals, the latest counts, in whatever order they come. */
function wishAfter({ optedOutAt, optedInAt }: Wish, text: string, at: string): Wish {
  const word = optWordOf(text);
  if (word === "out" && (optedInAt === null || at >= optedInAt)) return { optedOutAt: optedOutAt ?? at, optedInAt };
  if (word !== "in") return { optedOutAt, optedInAt };
  return {
    optedOutAt: optedOutAt !== null && at >= optedOutAt ? null : optedOutAt,
    optedInAt: optedInAt !== null && optedInAt > at ? optedInAt : at,
  };
}

/**
 * Instant of a message. Meta tells whole seconds: of several messages in one second, the one that comes later is later, so that a conversation reads as it was
 * written.
 */
function instantOf(at: string, latestAt: string | undefined): string {
  if (latestAt === undefined || latestAt < at || latestAt.slice(0, 19) !== at.slice(0, 19)) return at;
  const next = new Date(Date.parse(latestAt) + 1).toISOString();
  return next.slice(0, 19) === at.slice(0, 19) ? next : latestAt;
}

/** The conversation's card, or one that has the number, outside the trash; if several have it, the one changed last. */
async function homeOf(
  orgId: OrgId,
  chat: StoredChat | undefined,
  phone: string,
  deps: ReceiveDependencies,
): Promise<Home | undefined> {
  const usual = chat && (await outsideTrash(orgId, chat.cardId, deps));
  if (usual) return { card: usual };
  for (const cardId of await deps.cardsWithPhone(orgId, phone)) {
    const card = await outsideTrash(orgId, cardId, deps);
    if (card) return { card };
  }
  return undefined;
}

/** The type chosen in the settings, or the organization's first if that was deleted since: a message is not lost for it. Throws NOT_FOUND if it has no type. */
async function typeOfStrangers(orgId: OrgId, typeId: CardType["id"], deps: ReceiveDependencies): Promise<CardType> {
  try {
    return await deps.getCardType(orgId, typeId);
  } catch (error) {
    const [first] = error instanceof KartisError && error.code === "NOT_FOUND" ? await deps.cardTypesOf(orgId) : [];
    if (first) return first;
    throw error;
  }
}

/** A new card for a stranger. Other fields that its type requires are left for people to fill in. */
async function newHome(
  orgId: OrgId,
  cardId: StoredCard["id"],
  typeId: CardType["id"],
  { name, phone, nameWithNumber }: { name: string | null; phone: string; nameWithNumber: boolean },
  at: string,
  deps: ReceiveDependencies,
): Promise<Home> {
  const [type, settings] = await Promise.all([typeOfStrangers(orgId, typeId, deps), deps.fieldContextOf(orgId)]);
  const phoneField = type.fields.find((field) => field.type === "phone");
  const called = name ? (nameWithNumber ? `${name} ${phone}` : name) : phone;
  const { values } = acceptNew(type, { name: called, ...(phoneField ? { [phoneField.id]: phone } : {}) }, settings);
  const { card, writes, change } = deps.creationOf(
    orgId,
    type,
    cardId,
    { values, locks: deps.locksOf(type, values, settings) },
    at,
  );
  return { card, made: { writes, change } };
}

/** The people a conversation belongs to: its assignee, and the people of its card. */
async function peopleOf(
  orgId: OrgId,
  card: StoredCard,
  chat: StoredChat | undefined,
  deps: ReceiveDependencies,
): Promise<UserId[]> {
  const assignee = chat?.assignedTo ? [chat.assignedTo] : [];
  return [...new Set([...assignee, ...(await peopleOfCard(orgId, card, deps.assigningFieldsOf))])];
}

/** Stores a reaction on its message, or for it if the message has not arrived yet. The latest reaction counts. */
async function receiveReaction(orgId: OrgId, { to, at, emoji }: ReceivedReaction, receiving: Receiving): Promise<void> {
  const { deps, clock } = receiving;
  await commit(contextOf(orgId, receiving), async (now) => {
    const known = await deps.findMessage(orgId, to);
    if (known?.reactedAt && known.reactedAt >= at) return { writes: [], records: [], result: undefined };
    const noted = { activityId: known?.activityId ?? null, reaction: emoji || null, reactedAt: at };
    const write = deps.messageWrite(orgId, to, noted, known, clock);
    const message = noted.activityId ? (await findActivities(orgId, [noted.activityId])).get(noted.activityId) : undefined;
    const edited = message && edit(orgId, message, { reaction: emoji || null }, undefined, now, "whatsapp.deliver");
    const { writes, records } = message ? changeSetOf(edited, message) : { writes: [], records: [] };
    return { writes: [write, ...writes], records, result: undefined };
  });
}
