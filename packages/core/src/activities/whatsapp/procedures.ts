import { fieldContext, findCard, findNames, getCardType, readScopeOf } from "../../cards/index.ts";
import {
  chatChange,
  chatIdOf,
  chatsOfCards,
  chatSightOf,
  eventsOf,
  findChat,
  newChat,
  optedOutSince,
  requireChat,
  seenChat,
  shownChat,
  withMessage,
} from "../../chats/index.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, type CardId, isId, newId, type OrgId, type UserId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { dialled } from "../../sms/index.ts";
import {
  accountOf,
  findNumber,
  obstacleOf,
  requireNumber,
  type StoredNumber,
  templatesOf,
  windowOf,
} from "../../whatsapp/index.ts";
import { filled, longestCaption, type MessageKind } from "../../whatsapp/rules.ts";
import type { WhatsAppTemplate } from "../../whatsapp/schema.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import type { AcceptedAttachments } from "../attachments/rules.ts";
import { asSent, changeActivity, createActivity, moveActivity } from "../changes.ts";
import { messagesBefore, unsentIn } from "../replica/conversation.ts";
import { partsOf } from "../replica/timeline.ts";
import { findActivities } from "../store.ts";
import { decideOnMessage, requireWindow, whatsappIntent } from "./again.ts";
import { mediaTypeOf } from "./deliver.ts";
import { moveChatProcedure } from "./move.ts";
import {
  type ChangedWhatsApp,
  ListMessagesInput,
  type MessagePage,
  SendWhatsAppInput,
  UpdateWhatsAppInput,
  type WhatsAppMessage,
  type WhatsAppOptions,
  WhatsAppOptionsInput,
  WhatsAppRef,
} from "./schema.ts";
import { whatsappOf, whatsappValuesOf } from "./whatsapp.ts";

const types = ["WHATSAPP"] as const;

const changed = ({ activity, recordId }: Awaited<ReturnType<typeof createActivity>>): ChangedWhatsApp => ({
  ...whatsappOf(activity),
  recordId,
});

interface Dialled {
  readonly phone: string;
  readonly label: string;
}

/**
 * The numbers at which the card can be reached: those of its fields, in their order, and those of its conversations. Throws INVALID_INPUT for a card that is out
 * of sight or in the trash.
 */
async function numbersOf(
  cardId: CardId,
  context: Pick<OrgContext, "principal">,
): Promise<{ readonly numbers: readonly Dialled[]; readonly owner: UserId | null }> {
  const { orgId } = context.principal;
  const card = await findCard(orgId, await readScopeOf(context), cardId);
  if (!card || card.trashedAt) throw new KartisError("INVALID_INPUT", { fields: { cardId: "validation.relatedCard" } });
  const [type, settings, parts] = await Promise.all([
    getCardType(orgId, card.typeId),
    fieldContext(context.principal),
    partsOf(orgId, cardId),
  ]);
  const ofFields = type.fields.flatMap(({ id, type: fieldType, label }) => {
    const value = fieldType === "phone" ? card.fields[id] : undefined;
    const phone = typeof value === "string" ? dialled(value, { options: [], ...settings }) : undefined;
    return phone ? [{ phone, label }] : [];
  });
  const ofChats = (await chatsOfCards(orgId, [...parts])).map(({ phone, name }) => ({ phone, label: name ?? "WhatsApp" }));
  const owner = card.fields["owner"];
  const found = [...ofFields, ...ofChats].toReversed();
  return {
    numbers: [...new Map(found.map((one) => [one.phone, one])).values()].toReversed(),
    owner: isId("usr", owner) ? owner : null,
  };
}

const options = procedure({
  name: "whatsapp.options",
  kind: "query",
  input: WhatsAppOptionsInput,
  can: ["COMMENTS", "create"],
  hasPresetNames: true,
  async run({ cardId }, context): Promise<WhatsAppOptions> {
    const { orgId } = context.principal;
    const [{ numbers }, number] = await Promise.all([numbersOf(cardId, context), findNumber(orgId)]);
    const shown = numbers.map(async ({ phone, label }) => {
      const chatId = chatIdOf(orgId, phone);
      const chat = await findChat(orgId, chatId);
      return {
        phone,
        label,
        chatId,
        windowEndsAt: windowOf(chat, number),
        optedOutAt: await optedOutSince(orgId, chatId),
        hasChat: chat !== undefined,
      };
    });
    return { numbers: await Promise.all(shown), obstacle: obstacleOf(number) };
  },
});

const invalid = (fields: Readonly<Record<string, string>>, messageKey?: string) =>
  new KartisError("INVALID_INPUT", { fields, ...(messageKey ? { messageKey } : {}) });

type Given = ReturnType<typeof SendWhatsAppInput.parse>;

/** The approved template of that name. Throws INVALID_INPUT naming the value that is wrong. */
async function templateOf(orgId: OrgId, number: StoredNumber, given: NonNullable<Given["template"]>): Promise<WhatsAppTemplate> {
  const all = await templatesOf(accountOf(orgId, number)).catch((error: unknown) => {
    throw new KartisError("BAD_GATEWAY", { messageKey: "errors.whatsappAway", cause: error });
  });
  const found = all.find(({ name, language }) => name === given.name && language === given.language);
  if (!found) throw invalid({ template: "validation.enum" });
  if (found.state !== "APPROVED" || !found.isPlain) throw invalid({ template: "validation.whatsappTemplate" });
  if (found.variables.length !== given.parameters.length) throw invalid({ template: "validation.whatsappParameters" });
  return found;
}

/** The content of a message. */
interface Content {
  readonly kind: MessageKind;
  readonly text: string | null;
  readonly template?: { readonly name: string; readonly language: string };
  readonly parameters?: readonly { readonly name?: string; readonly text: string }[];
  readonly attachments?: AcceptedAttachments["attachments"];
}

/** The content of a message, as it is stored. Throws INVALID_INPUT if it is empty or too long. */
async function contentOf(
  { text, fileId, template: given, cardId, whatsappId }: Given,
  number: StoredNumber,
  { orgId, userId }: OrgContext["principal"],
): Promise<Content> {
  if (given) {
    const { name, language, body, variables } = await templateOf(orgId, number, given);
    const parameters = given.parameters.map((value, at) => {
      const variable = variables[at] ?? "";
      return { text: value, ...(/^\d+$/.test(variable) ? {} : { name: variable }) };
    });
    return { kind: "template", text: filled(body, given.parameters), template: { name, language }, parameters };
  }
  if (!fileId) {
    if (text === "") throw invalid({ text: "validation.required" });
    return { kind: "text", text };
  }
  if (text.length > longestCaption) throw invalid({ text: "validation.length" });
  const { attachments } = await acceptAttachments(orgId, [fileId], {
    activityId: whatsappId,
    cardId,
    current: {},
    by: userId,
  });
  const kind = mediaTypeOf(attachments?.[0]?.mime ?? "");
  return { kind, text: text || null, ...(attachments ? { attachments } : {}) };
}

/** Throws INVALID_INPUT unless the message being answered belongs to this conversation, and is on this card if the caller does not see the conversation. */
async function requireAnswered(
  orgId: OrgId,
  id: ActivityId,
  { chatId, cardId, isSeen }: { chatId: string; cardId: CardId; isSeen: boolean },
): Promise<void> {
  const found = (await findActivities(orgId, [id])).get(id);
  const values = found?.type === "WHATSAPP" ? whatsappValuesOf(found) : undefined;
  if (values?.chatId !== chatId || !(isSeen || values.cardId === cardId)) throw invalid({ answers: "validation.enum" });
}

const send = procedure({
  name: "whatsapp.send",
  kind: "mutation",
  input: SendWhatsAppInput,
  can: ["COMMENTS", "create"],
  whileImpersonating: false,
  /**
   * Sends a message from the card. Its record sends it once; it is not repeated if the answer to the call is lost. Throws PRECONDITION_FAILED without a connected
   * number, or for anything but a template when 24 hours have passed since the customer's last message; INVALID_INPUT for a card without a number, or a customer who wants no messages;
   * CONFLICT if another message was sent under this id.
   */
  async run(input, context): Promise<ChangedWhatsApp> {
    const { cardId, phone: asked, answers, templateId, whatsappId } = input;
    const { principal, clock } = context;
    const { orgId, userId } = principal;
    const [{ numbers, owner }, stored, settings] = await Promise.all([
      numbersOf(cardId, context),
      findNumber(orgId),
      fieldContext(principal),
    ]);
    const number = requireNumber(stored);
    if (numbers.length === 0) throw invalid({ phone: "validation.required" }, "errors.whatsappNoPhone");
    const phone = asked === undefined ? numbers[0]?.phone : dialled(asked, { options: [], ...settings });
    if (!phone || !numbers.some((one) => one.phone === phone)) throw invalid({ phone: "validation.smsPhone" });
    const chatId = chatIdOf(orgId, phone);
    const isSeen = (await seenChat(orgId, await chatSightOf(context), chatId)) !== undefined;
    if (answers) await requireAnswered(orgId, answers, { chatId, cardId, isSeen });
    const earlier = await findChat(orgId, chatId);
    if (await optedOutSince(orgId, chatId)) throw invalid({ phone: "validation.whatsappOptedOut" }, "errors.whatsappOptedOut");
    requireWindow(input.template !== undefined, windowOf(earlier, number), clock);
    const content = await contentOf(input, number, principal);
    const effectId = newId("eff", clock.now());
    const values = {
      cardId,
      chatId,
      phone,
      direction: "OUT",
      ...content,
      answers: answers ?? null,
      delivery: "sending",
      effectId,
      ...(templateId ? { templateId } : {}),
    };
    const made = await createActivity(
      "WHATSAPP",
      whatsappId,
      values,
      context,
      async (id, at) => {
        const chat = await findChat(orgId, chatId);
        const people = [...new Set([owner, userId].filter((one) => one !== null))];
        const before = chat ?? newChat(chatId, { phone, name: null, cardId, people }, at);
        const { kind, text } = content;
        const said = { activityId: id, at, direction: "OUT", by: userId, kind, text, delivery: "sending" } as const;
        const next = withMessage(before, { ...said, numberId: number.phoneNumberId });
        // Whoever does not see what the customer wrote has not read it.
        const unread = isSeen ? next.unread : before.unread;
        const { write, change } = chatChange(orgId, { ...next, unread }, chat);
        return {
          writes: [write],
          records: [{ changes: [change] }],
          intents: [whatsappIntent(effectId, id)],
        };
      },
      asSent("cardId", "phone", "text", "template", "parameters", "attachments", "answers"),
    );
    return changed(made);
  },
});

const update = procedure({
  name: "whatsapp.update",
  kind: "mutation",
  input: UpdateWhatsAppInput,
  can: ["COMMENTS", "update"],
  /** Pins it to the top of the card's timeline, or unpins it. */
  run: async ({ whatsappId, pinned }, context): Promise<ChangedWhatsApp> =>
    changed(await changeActivity(whatsappId, types, undefined, () => ({ pinned: pinned || null }), context)),
});

const remove = procedure({
  name: "whatsapp.remove",
  kind: "mutation",
  input: WhatsAppRef,
  can: ["COMMENTS", "delete"],
  /** Moves it to the trash, where it can be restored for 90 days. It stays sent. */
  run: async ({ whatsappId }, context): Promise<ChangedWhatsApp> => changed(await moveActivity(whatsappId, types, true, context)),
});

const restore = procedure({
  name: "whatsapp.restore",
  kind: "mutation",
  input: WhatsAppRef,
  can: ["COMMENTS", "delete"],
  run: async ({ whatsappId }, context): Promise<ChangedWhatsApp> =>
    changed(await moveActivity(whatsappId, types, false, context)),
});

const sendAgain = procedure({
  name: "whatsapp.sendAgain",
  kind: "mutation",
  input: WhatsAppRef,
  can: ["COMMENTS", "create"],
  whileImpersonating: false,
  /**
   * Resends a message that was not sent, or that may not have been. Throws NOT_FOUND if nothing is left to decide about it, and PRECONDITION_FAILED if it cannot be
   * sent now: nothing but a template when 24 hours have passed since the customer's last message.
   */
  run: async ({ whatsappId }, context): Promise<WhatsAppMessage> =>
    whatsappOf(await decideOnMessage(whatsappId, "resend", context)),
});

const dismiss = procedure({
  name: "whatsapp.dismiss",
  kind: "mutation",
  input: WhatsAppRef,
  can: ["COMMENTS", "create"],
  /** Leaves a message unsent; one whose outcome is unknown counts as sent. Throws NOT_FOUND if nothing is left to decide about it. */
  run: async ({ whatsappId }, context): Promise<WhatsAppMessage> =>
    whatsappOf(await decideOnMessage(whatsappId, "dismiss", context)),
});

export const whatsappProcedures = [options, send, sendAgain, dismiss, update, remove, restore] as const;

const listMessages = procedure({
  name: "chats.listMessages",
  kind: "query",
  input: ListMessagesInput,
  can: ["COMMENTS", "read"],
  feature: "chats",
  asksReplica: true,
  /** A page of the conversation, the latest message first, with the messages that those answer. */
  async run({ conversationSid, cursor, limit }, context): Promise<MessagePage> {
    const { orgId } = context.principal;
    const [chat, number, sight] = await Promise.all([
      requireChat(conversationSid, context),
      findNumber(orgId),
      chatSightOf(context),
    ]);
    const [at = "", id = ""] = cursor?.split(" ") ?? [];
    const rows = await messagesBefore(orgId, chat.id, sight, cursor ? { at, id } : null, limit + 1);
    const messages = rows.slice(0, limit).map(whatsappOf);
    const here = new Set(messages.map((message) => message.id));
    const elsewhere = messages.flatMap(({ answers }) => (answers && !here.has(answers) ? [answers] : []));
    const found = [...(await findActivities(orgId, elsewhere)).values()].flatMap((one) =>
      one.type === "WHATSAPP" && !one.trashedAt && whatsappValuesOf(one).chatId === chat.id ? [whatsappOf(one)] : [],
    );
    const seen = await findNames(orgId, sight.cards, new Set(found.map(({ cardId }) => cardId)));
    const answered = found.filter(({ cardId }) => cardId === chat.cardId || seen[cardId]);
    const last = messages.at(-1);
    const isMore = rows.length > limit;
    const events = await eventsOf(orgId, chat.id, isMore && last ? last.happenedAt : null, cursor ? at : null);
    return {
      messages,
      answered,
      events,
      unsent: await unsentIn(orgId, chat.id),
      chat: shownChat(chat, number?.phoneNumberId ?? null),
      related: await findNames(orgId, sight.cards, new Set([chat.cardId, ...events.flatMap(({ cardId }) => cardId ?? [])])),
      nextCursor: last && isMore ? `${last.happenedAt} ${last.id}` : null,
    };
  },
});

export const messageProcedures = [listMessages, moveChatProcedure] as const;
