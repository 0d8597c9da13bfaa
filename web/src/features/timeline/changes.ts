import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { Comment, Reaction } from "@kartis/core/activities/comments/schema.ts";
import type { Communication, CommunicationType } from "@kartis/core/activities/communications/schema.ts";
import type { Sms } from "@kartis/core/activities/sms/schema.ts";
import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { sameValue } from "@kartis/core/kernel/same-value.ts";
import type { ActivityId, CardId, RecordId, UserId, TemplateId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, errorTitle, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate, loadFailureWords } from "../../lib/i18n.tsx";
import { isMadeBefore } from "../../lib/made-before.ts";
import { newId } from "../../lib/new-id.ts";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";
import { showToast, type ToastLink } from "../../lib/toasts/toasts.ts";
import { offerUndo } from "../undo/undo.ts";
import { type Pending, show, unshow, type Written } from "./pending.ts";

/*
 * What is done on a timeline: each is shown at once, and taken back with the reason where the server refuses it.
 */

const me = (): UserId | null => queryClient.getQueryData(meOptions().queryKey)?.user.id ?? null;

async function reasonOf(failure: unknown): Promise<string> {
  const error = toAppError(failure);
  if (error.code.startsWith("UNAUTHORIZED")) reportFailure(failure);
  await loadFailureWords().catch(() => undefined);
  const [own] = Object.values(error.fields ?? {});
  return (own && currentTranslate().find(own)) ?? (errorMessage(error) || errorTitle(error));
}

/** Asks again for timelines, and for what is written on tasks. */
const refresh = () =>
  Promise.all([trpc.timeline, trpc.comments, trpc.tasks.list].map((path) => queryClient.invalidateQueries(path.pathFilter())));

/**
 * Shows a change while it is saved. Answers why it was not: whoever wrote it still has it.
 * @param onMadeBefore if an earlier try was saved after all, as it stood then: the timeline shows that one, and the draft needs another id
 */
async function save<T extends { readonly recordId: RecordId | null }>(
  pending: Pending,
  run: () => Promise<T>,
  announced?: (answer: T) => Pick<Parameters<typeof offerUndo>[0], "message" | "notice">,
  onMadeBefore?: () => void,
): Promise<string | undefined> {
  show(pending);
  try {
    const answer = await run();
    if (announced) offerUndo({ recordId: answer.recordId, ...announced(answer) });
    await refresh();
    return undefined;
  } catch (failure) {
    if (onMadeBefore && isMadeBefore(failure)) {
      onMadeBefore();
      await refresh();
    }
    return await reasonOf(failure);
  } finally {
    unshow(pending);
  }
}

/** Says it where the form with what was written is not on the screen. */
export const sayNotSaved = (reason: string): void =>
  showToast({ tone: "error", code: "timeline", title: currentTranslate()("timeline.notSaved"), message: reason });

/** The same for what nobody has typed: it says why it went back. */
async function saveOrSay(...args: Parameters<typeof save>): Promise<void> {
  const reason = await save(...args);
  if (reason !== undefined) sayNotSaved(reason);
}

const at = () => new Date().toISOString();
const fresh = () => ({ version: 1, pinned: false, createdBy: me(), createdAt: at(), updatedAt: at(), trashedAt: null });

/** How often a draft has been sent: for the first time, again after a failure, or as it was left by a page that did not stay for the answer. */
export type Attempt = "first" | "again" | "left";

export interface NewComment {
  readonly attempt: Attempt;
  readonly commentId: ActivityId;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
  readonly on: CommentPlace;
}

/** Where a comment is written: on a card, there perhaps in answer to another, or on a task. */
type CommentPlace = { readonly cardId: CardId; readonly parentId?: ActivityId | undefined } | { readonly taskId: ActivityId };

interface Said {
  readonly message: string;
  readonly link: ToastLink;
}

type Saying = Parameters<typeof client.comments.update.mutate>[0] &
  Pick<Parameters<typeof client.comments.create.mutate>[0], "body">;

/**
 * The id is the draft's: a comment whose answer was lost is made once. What is saved under it already is changed only by whoever corrects an attempt of their own,
 * and only while it stands as it was sent; what another tab sent from the same draft stays, and this is a comment of its own.
 */
async function createOnce(said: Saying, on: CommentPlace, attempt: Attempt) {
  const made = await client.comments.create.mutate({ ...said, ...on });
  const isSame =
    sameValue(made.body, said.body) &&
    sameValue(
      made.attachments.map(({ fileId }) => fileId),
      said.attachments,
    );
  if (made.recordId !== null || attempt === "left" || isSame) return made;
  return attempt === "again" && made.version === 1
    ? client.comments.update.mutate({ ...said, expectedVersion: made.version })
    : client.comments.create.mutate({ ...said, ...on, commentId: newId("act") });
}

/** @param announced for what is written elsewhere than where it appears */
export function addComment(
  { commentId: id, on, body, attachments, attempt }: NewComment,
  announced?: Said,
): Promise<string | undefined> {
  const { cardId, taskId, parentId } = { cardId: null, taskId: null, parentId: null, ...on };
  const value: Comment = {
    ...fresh(),
    id,
    cardId,
    taskId,
    parentId: parentId ?? null,
    body,
    attachments,
    reactions: {},
    editedAt: null,
  };
  const entry = { kind: "activity", type: "COMMENT", id, at: value.createdAt, thread: null, value } as const;
  const said = { commentId: id, body: [...body], attachments: attachments.map(({ fileId }) => fileId) };
  const above = parentId ?? taskId;
  return save(
    above ? { kind: "reply", parentId: above, entry } : { kind: "new", cardId, entry },
    () => createOnce(said, on, attempt),
    announced && (() => ({ message: announced.message, notice: { link: announced.link } })),
  );
}

export const editComment = (
  { id, version }: Comment,
  { body, attachments }: Pick<Comment, "body" | "attachments">,
): Promise<string | undefined> =>
  save(
    { kind: "change", id, patch: { body, attachments, editedAt: at() } },
    () =>
      client.comments.update.mutate({
        commentId: id,
        body: [...body],
        attachments: attachments.map(({ fileId }) => fileId),
        expectedVersion: version,
      }),
    () => ({ message: currentTranslate()("timeline.saved") }),
  );

export function toggleReaction({ id, reactions }: Comment, reaction: Reaction): void {
  const userId = me();
  if (!userId) return;
  const before = reactions[reaction] ?? [];
  const on = !before.includes(userId);
  const after = { ...reactions, [reaction]: on ? [...before, userId] : before.filter((one) => one !== userId) };
  void saveOrSay({ kind: "change", id, patch: { reactions: after } }, () =>
    client.comments.react.mutate({ commentId: id, reaction, on }),
  );
}

export type Logged = Pick<Communication, "direction" | "happenedAt" | "note" | "number" | "seconds" | "status" | "link">;

const partOf = (type: CommunicationType, { number, seconds, status, link, ...rest }: Logged) => ({
  ...rest,
  ...(type === "CALL" ? { number, seconds, ...(status ? { status } : {}) } : { link }),
});

/** The id of a draft, and what happens when it was used up: see `save`. */
export interface DraftId {
  readonly id: ActivityId;
  readonly onMadeBefore: () => void;
}

/** The id is the draft's: an entry whose answer was lost is not logged again by saving the draft again. */
export function log(
  type: CommunicationType,
  cardId: CardId,
  logged: Logged,
  { id, onMadeBefore }: DraftId,
): Promise<string | undefined> {
  const value: Communication = { ...fresh(), ...logged, id, type, cardId, callId: null, recording: null, reason: null };
  const entry = { kind: "activity", type, id, at: logged.happenedAt, thread: null, value } as const;
  return save(
    { kind: "new", cardId, entry },
    () => client.communications.create.mutate({ ...partOf(type, logged), type, cardId, communicationId: id }),
    undefined,
    onMadeBefore,
  );
}

/** Of a call that the telephony provider has reported, people only write the note. */
export function editLogged({ id, type, version, callId }: Communication, logged: Logged): Promise<string | undefined> {
  const patch = callId ? { note: logged.note } : partOf(type, logged);
  return save(
    { kind: "change", id, patch: callId ? { note: logged.note } : { ...logged } },
    () => client.communications.update.mutate({ ...patch, communicationId: id, expectedVersion: version }),
    () => ({ message: currentTranslate()("timeline.saved") }),
  );
}

export interface NewMail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
  readonly answered?: Pick<Mail, "id" | "threadId"> | undefined;
  /** The template that its text was begun with. */
  readonly templateId?: TemplateId | undefined;
  /** The sender's own Gmail, if it leaves from there. */
  readonly gmail?: string | undefined;
}

/** The id is the draft's: a mail whose answer was lost is not sent again by sending the draft again. */
export async function sendMail(
  cardId: CardId,
  { id: mailId, onMadeBefore }: DraftId,
  { attachments, answered, templateId, gmail, ...mail }: NewMail,
): Promise<string | undefined> {
  const people = (addresses: readonly string[]) => addresses.map((email) => ({ email, name: null }));
  const [to, cc, bcc] = [people(mail.to), people(mail.cc), people(mail.bcc)];
  const me = queryClient.getQueryData(meOptions().queryKey)?.user;
  const value: Mail = {
    ...fresh(),
    automationId: null,
    id: mailId,
    cardId,
    direction: "OUT",
    from: { email: gmail ?? me?.email ?? "", name: me?.name ?? null },
    to,
    cc,
    bcc,
    subject: mail.subject,
    body: mail.body,
    quoted: [],
    signature: null,
    attachments,
    delivery: "sending",
    isAutomatic: false,
    isUnverified: false,
    isReplyIgnored: false,
    isCut: false,
    dropped: 0,
    answers: answered?.id ?? null,
    threadId: answered?.threadId ?? mailId,
    gmail: null,
    sharing: "whole",
  };
  const entry = { kind: "activity", type: "MAIL", id: mailId, at: value.createdAt, thread: null, value } as const;
  const send = () =>
    client.mails.send.mutate({
      cardId,
      mailId,
      to,
      cc,
      bcc,
      subject: mail.subject,
      body: [...mail.body],
      attachments: attachments.map(({ fileId }) => fileId),
      ...(answered ? { answers: answered.id } : {}),
      ...(gmail ? { through: "gmail" as const } : {}),
      ...(templateId ? { templateId } : {}),
    });
  const reason = await save({ kind: "new", cardId, entry }, send, undefined, onMadeBefore);
  // Without an undo: what has left cannot be called back.
  if (reason === undefined)
    showToast({ tone: "success", code: `mail:${mailId}`, givesWay: true, title: currentTranslate()("timeline.mail.left") });
  return reason;
}

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
  saveOrSay({ kind: "change", id, patch: { delivery: "sending" } }, () => client.sms.sendNow.mutate({ smsId: id }));

/** Out of the trash, to where it stood. */
export const restoreWritten = (value: Written): Promise<void> =>
  saveOrSay(
    { kind: "change", id: value.id, patch: {} },
    () => callsOf(value).restore(),
    () => ({ message: currentTranslate()("timeline.restored") }),
  );
