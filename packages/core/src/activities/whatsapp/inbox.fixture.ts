import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import type { Field } from "../../cards/schema.ts";
import type { ListChatsInput, ListedChat } from "../../chats/schema.ts";
import { chatProcedures } from "../../chats/index.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { messageProcedures } from "./list-messages.ts";
import { whatsappProcedures } from "./procedures.ts";
import type { ChangedWhatsApp, SendWhatsAppInput, WhatsAppMessage } from "./schema.ts";

const send = named(whatsappProcedures, "whatsapp.send");
const listChats = named(chatProcedures, "chats.list");
const listMessages = named(messageProcedures, "chats.listMessages");
const timeline = named(timelineProcedures, "timeline.list");
const [createCard, searchCards, typesOf] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.types"),
];

export const hour = 3_600_000;
export const customer = "+972545550187";
export const said = (text: string) => ({ type: "text", text: { body: text } });

/** An organization with a connected number, an inbox, and no card yet. */
export async function connectedOwner(side: WhatsAppSide): Promise<Owner> {
  const person = await newOwner({ language: "he" });
  await switchOn(person, "chats");
  const [type] = await person.call(typesOf, {});
  await side.connect(person, type?.id ?? expect.fail("no type"));
  return person;
}

/** An organization with a connected number and a card that has the customer's number: another one for each test. */
export class Inbox {
  declare backend: Backend;
  declare side: WhatsAppSide;
  declare owner: Owner;
  declare typeId: CardTypeId;
  declare phoneField: Field;
  declare cardId: CardId;
  #cards = 0;

  async begin(): Promise<void> {
    this.side.whatsapp.weather = "fine";
    this.side.calls.splice(0);
    this.owner = await connectedOwner(this.side);
    const [type] = await this.owner.call(typesOf, {});
    if (!type) throw new Error("no type");
    this.typeId = type.id;
    this.phoneField = type.fields.find((field) => field.type === "phone") ?? expect.fail("no phone");
    this.cardId = await this.card("054-555-0187");
  }

  readonly card = async (phone: string | null, name = `Galil ${++this.#cards}`): Promise<CardId> =>
    (
      await this.owner.call(createCard, {
        typeId: this.typeId,
        fields: { name, ...(phone ? { [this.phoneField.id]: phone } : {}) },
      })
    ).id;

  /** The customer writes, and the message is received. */
  readonly write = async (
    text: string,
    phone = customer,
    more: Parameters<WhatsAppSide["whatsapp"]["write"]>[2] = { name: "Rami Halabi" },
  ): Promise<void> => {
    const { owner, side } = this;
    expect(await side.call(owner.orgId, side.whatsapp.write(phone, said(text), more))).toBe(200);
    await side.settle(owner.orgId);
  };

  readonly settle = (): Promise<void> => this.side.settle(this.owner.orgId);

  readonly reply = (more: Partial<z.input<typeof SendWhatsAppInput>> = {}, by = this.owner): Promise<ChangedWhatsApp> =>
    by.call(send, { cardId: this.cardId, text: "Hello Rami", ...more });

  readonly chats = async (by = this.owner, asked: z.input<typeof ListChatsInput> = {}): Promise<readonly ListedChat[]> =>
    (await by.call(listChats, asked)).chats;
  readonly chat = async (): Promise<ListedChat> => (await this.chats())[0] ?? expect.fail("no chat");

  readonly messages = async (): Promise<readonly WhatsAppMessage[]> =>
    (await this.owner.call(listMessages, { conversationSid: (await this.chat()).id })).messages;
  readonly shown = async (id: string): Promise<WhatsAppMessage> =>
    (await this.messages()).find((one) => one.id === id) ?? expect.fail("not in the conversation");

  readonly cardCount = async (): Promise<number> =>
    (await this.owner.call(searchCards, { cardTypeId: this.typeId, limit: 1 })).total;

  readonly onTimeline = async (id = this.cardId): Promise<readonly WhatsAppMessage[]> => {
    const { entries } = await this.owner.call(timeline, { cardId: id, channels: ["whatsapp"], limit: 100 });
    return entries.flatMap((entry) => (entry.kind === "activity" && entry.type === "WHATSAPP" ? [entry.value] : []));
  };
}

/** Starts the engines and WhatsApp's simulator for the tests of a file, and an organization for each of them. */
export function startInbox(): Inbox {
  const inbox = new Inbox();
  beforeAll(async () => {
    inbox.backend = await startBackend();
    inbox.side = await startWhatsApp();
  });
  beforeEach(() => inbox.begin());
  afterAll(async () => {
    await inbox.side.close();
    await inbox.backend.close();
  });
  return inbox;
}
