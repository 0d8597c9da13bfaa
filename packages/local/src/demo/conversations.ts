import { whatsappProcedures } from "@kartis/core/activities/whatsapp/procedures.ts";
import { chatIdOf, chatProcedures, findChat } from "@kartis/core/chats/index.ts";
import type { CardId, CardTypeId, ChatId } from "@kartis/core/kernel/id.ts";
import { whatsappSettingsProcedures } from "@kartis/core/whatsapp/index.ts";
import { whatsappBusiness, whatsappPath } from "../whatsapp.ts";
import { type DemoMember, named } from "./member.ts";
import { until } from "./until.ts";

interface Said {
  readonly minutesAgo: number;
  readonly text: string;
  readonly what?: "picture";
}
/** Who writes, and what they are answered. */
interface Conversation {
  readonly name: string;
  /** Start of a card's number, so that people write in their country's language; or the whole number of somebody who is not known yet. */
  readonly phone: "+44" | "+972" | "+36" | "+7" | "+972545550171";
  readonly said: readonly Said[];
  readonly reply?: string;
  readonly isClosed?: boolean;
  /** Place in the team of the colleague whom it is assigned to. */
  readonly assignee?: number;
}

const conversations: readonly Conversation[] = [
  {
    name: "Helen Park",
    phone: "+44",
    said: [
      { minutesAgo: 2_890, text: "Can you send the estimate again? We need it for the bank." },
      { minutesAgo: 2_885, text: "By Thursday would be great." },
    ],
    isClosed: true,
  },
  {
    name: "אורית שלו",
    phone: "+972",
    said: [
      { minutesAgo: 190, text: "שלום, מתי מגיע הצוות לבדיקת הגג?" },
      { minutesAgo: 188, text: "צילמתי את הלוח", what: "picture" },
    ],
    reply: "ביום ראשון ב־9:00. נא לפנות את הגישה לסולם.",
    assignee: 0,
  },
  {
    name: "Kiss Zoltán",
    phone: "+36",
    said: [{ minutesAgo: 75, text: "Az inverter pirosan villog. Mit tegyek?" }],
    assignee: 1,
  },
  {
    name: "Дмитрий Орлов",
    phone: "+7",
    said: [{ minutesAgo: 52, text: "Добрый день! Когда придёт договор?" }],
    reply: "Добрый день! Отправим сегодня до 18:00.",
  },
  {
    name: "Rotem Avrahami",
    phone: "+972545550171",
    said: [{ minutesAgo: 6, text: "Hi, I saw your panels at the winery next door. What would 30 kW cost?" }],
  },
];

/** Connects the simulated number; messages of unknown numbers become cards of the type. */
export async function connectWhatsApp(noa: DemoMember, cardTypeId: CardTypeId): Promise<void> {
  const { phoneNumberId, businessId, token, appSecret } = whatsappBusiness;
  const given = { phoneNumberId, businessId, token, appSecret, cardTypeId };
  await noa.call(named(whatsappSettingsProcedures, "whatsapp.connect"), given);
}

/** Enters the organization's URL in the simulator, which forgets it when it ends. Does nothing without a connected number. */
export async function subscribeWhatsApp(noa: DemoMember, origin: string): Promise<void> {
  const { number, hook } = await noa.call(named(whatsappSettingsProcedures, "whatsapp.settings"), {});
  if (number && hook) await play(origin, "subscribe", { url: hook.url, token: hook.verifyToken });
}

/** Has customers write, and answers some of them. @param phones of the cards that write, E.164 */
export async function makeConversations(
  noa: DemoMember,
  origin: string,
  team: readonly DemoMember["userId"][],
  phones: ReadonlyMap<CardId, string>,
): Promise<void> {
  const known = [...phones.values()];
  for (const { name, phone: start, said, reply, isClosed, assignee } of conversations) {
    const phone = known.find((one) => one.startsWith(start)) ?? start;
    for (const { minutesAgo, text, what = "text" } of said)
      await play(origin, "write", { phone, name, text, what, minutesAgo: String(minutesAgo) });
    const chatId = chatIdOf(noa.orgId, phone);
    const { cardId } = await until(`The conversation with ${phone}`, () => withAll(noa, chatId, said.length));
    if (reply) await noa.call(named(whatsappProcedures, "whatsapp.send"), { cardId, phone, text: reply });
    if (reply || isClosed) await noa.call(named(chatProcedures, "chats.markRead"), { chatId });
    const assignedTo = assignee === undefined ? undefined : team[assignee];
    if (isClosed) await noa.call(named(chatProcedures, "chats.update"), { chatId, isClosed });
    if (assignedTo) await noa.call(named(chatProcedures, "chats.update"), { chatId, assignedTo });
  }
}

/** The conversation once so many messages have come in. */
async function withAll({ orgId }: DemoMember, chatId: ChatId, messages: number) {
  const chat = await findChat(orgId, chatId);
  return chat && chat.unread >= messages ? chat : undefined;
}

/** Does what a person does on the simulator's page. */
async function play(origin: string, action: string, form: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams(form);
  const response = await fetch(`${origin}${whatsappPath}/${action}`, { method: "POST", body, redirect: "manual" });
  if (response.status !== 303) throw new Error(`The simulated WhatsApp answered ${action} with ${response.status}`);
}
