import { fieldContext } from "../../cards/index.ts";
import { chatChange, chatIdOf, chatSightOf, findChat, newChat, optedOutSince, seenChat, withMessage } from "../../chats/index.ts";
import { type ActivityId, type CardId, newId, type OrgId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { dialled } from "../../sms/index.ts";
import { findNumber, obstacleOf, requireNumber, windowOf } from "../../whatsapp/index.ts";
import { asSent, changeActivity, createActivity, moveActivity } from "../changes.ts";
import { findActivities } from "../store.ts";
import { decideOnMessage, requireWindow, whatsappIntent } from "./again.ts";
import { contentOf, invalid } from "./content.ts";
import { numbersOf } from "./numbers.ts";
import {
  type ChangedWhatsApp,
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
