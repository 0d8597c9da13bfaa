import type { Comment } from "@kartis/core/activities/comments/schema.ts";
import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { Sms } from "@kartis/core/activities/sms/schema.ts";
import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { client } from "../../../lib/api.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import type { Written } from "../pending.ts";
import { saveOrSay } from "./save.ts";

const isSms = (value: Written): value is Sms => "parts" in value;
const isWhatsApp = (value: Written): value is WhatsAppMessage => "chatId" in value;
const isMail = (value: Written): value is Mail => "delivery" in value && !isSms(value) && !isWhatsApp(value);
const isComment = (value: Written): value is Comment => "reactions" in value;

/** The calls for the kind of what is written. */
function callsOf(value: Written) {
  if (isSms(value))
    return {
      restore: () => client.sms.restore.mutate({ smsId: value.id }),
      pin: (pinned: boolean) => client.sms.update.mutate({ smsId: value.id, pinned }),
      remove: () => client.sms.remove.mutate({ smsId: value.id }),
    };
  if (isWhatsApp(value))
    return {
      restore: () => client.whatsapp.restore.mutate({ whatsappId: value.id }),
      pin: (pinned: boolean) => client.whatsapp.update.mutate({ whatsappId: value.id, pinned }),
      remove: () => client.whatsapp.remove.mutate({ whatsappId: value.id }),
    };
  if (isMail(value))
    return {
      restore: () => client.mails.restore.mutate({ mailId: value.id }),
      pin: (pinned: boolean) => client.mails.update.mutate({ mailId: value.id, pinned }),
      remove: () => client.mails.remove.mutate({ mailId: value.id }),
    };
  if (isComment(value))
    return {
      restore: () => client.comments.restore.mutate({ commentId: value.id }),
      pin: (pinned: boolean) => client.comments.update.mutate({ commentId: value.id, pinned }),
      remove: () => client.comments.remove.mutate({ commentId: value.id }),
    };
  return {
    restore: () => client.communications.restore.mutate({ communicationId: value.id }),
    pin: (pinned: boolean) => client.communications.update.mutate({ communicationId: value.id, pinned }),
    remove: () => client.communications.remove.mutate({ communicationId: value.id }),
  };
}

export const togglePin = (value: Written): Promise<void> =>
  saveOrSay(
    { kind: "change", id: value.id, patch: { pinned: !value.pinned } },
    () => callsOf(value).pin(!value.pinned),
    () => ({ message: currentTranslate()(value.pinned ? "timeline.unpinned" : "timeline.pinnedOne") }),
  );

export const removeWritten = (value: Written): Promise<void> => takeOff(value, "timeline.deleted");

/** Cancels an SMS that waits, which is in the trash then and never leaves. */
export const cancelSms = (value: Sms): Promise<void> => takeOff(value, "timeline.smsCanceled");

const takeOff = (value: Written, message: "timeline.deleted" | "timeline.smsCanceled"): Promise<void> =>
  saveOrSay(
    { kind: "gone", id: value.id },
    () => callsOf(value).remove(),
    () => ({ message: currentTranslate()(message) }),
  );

/** Sends an SMS that waits for the end of its recipient's quiet hours. */
export const sendSmsNow = ({ id }: Sms): Promise<void> =>
  saveOrSay(
    { kind: "change", id, patch: { delivery: "sending" } },
    () => client.sms.sendNow.mutate({ smsId: id }),
    () => ({ message: currentTranslate()("timeline.smsLeft"), isFinal: true }),
  );

/** Out of the trash, to where it stood. */
export const restoreWritten = (value: Written): Promise<void> =>
  saveOrSay(
    { kind: "change", id: value.id, patch: {} },
    () => callsOf(value).restore(),
    () => ({ message: currentTranslate()("timeline.restored") }),
  );
