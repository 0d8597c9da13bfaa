import { systemContext } from "../../../data/commit.ts";
import { createHash } from "node:crypto";
import type { findCards, getCardType, StoredCard } from "../../../cards/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { env, findEnv } from "../../../kernel/env.ts";
import { KartisError } from "../../../kernel/error.ts";
import { type ActivityId, type CardId, type Id, type IdPrefix, isId, type OrgId, type UserId } from "../../../kernel/id.ts";
import { arriving } from "../../../files/index.ts";
import type { AssigningFields } from "../../../kernel/scope.ts";
import { bareAddress } from "../../../mail/rules.ts";
import { commitMetered } from "../../../plans/index.ts";
import type { StoredActivity } from "../../activity.ts";
import { answerByMail, cardOfReply } from "../../invitations/by-mail.ts";
import { findActivities } from "../../store.ts";
import { creation } from "../../writes.ts";
import { threadOf } from "../mail.ts";
import { isOurs, readReplyAddress, type ReplyAddress } from "../address.ts";
import { plainOf } from "../text.ts";
import { mailsOfMessages, messageClaim } from "../messages/known.ts";
import { keepFiles } from "./files.ts";
import { parseMail, type ReceivedMail } from "./parse.ts";
import { largestMailBytes } from "./rules.ts";
import { isVerified, type SenderChecks } from "./sender.ts";

/** Reads cards; injected, so that receiving emails does not pull in everything else about cards. */
interface Given {
  readonly findCards: typeof findCards;
  readonly getCardType: typeof getCardType;
  /** The fields besides the owner that assign cards to people, by type. */
  readonly assigningFieldsOf: (orgId: OrgId) => Promise<AssigningFields>;
}

/** One message answers one mail, or a few at most. */
const mostAddresses = 5;

/** The activity that the address belongs to; undefined if it is forged, has another purpose, or the activity is gone. */
async function answeredBy(address: ReplyAddress): Promise<StoredActivity | undefined> {
  const { orgId, activityId } = address;
  const activity = (await findActivities(orgId, [activityId])).get(activityId);
  if (activity?.type === "MAIL") return isOurs(address, "mail reply") ? activity : undefined;
  return activity?.type === "MEETING" ? activity : undefined;
}

/**
 * Takes in a message for these recipients. What is for nobody, or of nobody, is dropped without a word: no answer of ours could tell which addresses there are.
 * Harmless to repeat: ids follow from the message.
 * One whose sender is not verified is kept and marked. It does nothing in that sender's name: their answer to an invitation is shown, and not counted.
 * @param read gives the message; it is only read for an address that is ours
 */
export async function receiveMail(
  recipients: readonly string[],
  read: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
  clock: Clock,
  given: Given,
  checks: SenderChecks,
): Promise<void> {
  const addresses = recipients.flatMap((recipient) => readReplyAddress(recipient) ?? []).slice(0, mostAddresses);
  const found = await Promise.all(addresses.map(async (address) => ({ address, activity: await answeredBy(address) })));
  const ours = found.filter(({ activity }) => activity !== undefined);
  if (ours.length === 0) return;
  const raw = await read();
  // Nothing can be read of a malformed one, today or later.
  const mail = raw && raw.byteLength <= largestMailBytes ? await parseMail(raw).catch(() => undefined) : undefined;
  if (!mail || !raw || isOwn(mail)) return;
  const key = mail.messageId ?? createHash("sha256").update(raw).digest("hex");
  const isUnverified = !isVerified(mail, checks);
  for (const { address, activity } of ours) {
    const { orgId } = address;
    if (activity?.type === "MEETING" && isUnverified) {
      const cardId = await cardOfReply(address, activity, mail, given);
      if (cardId) await keepMail(orgId, activity, { mail, key, cardId, isUnverified, isReplyIgnored: true }, clock, given);
    } else if (activity?.type === "MEETING") await answerByMail(address, activity, mail, clock, given);
    else if (activity && isId("crd", activity.values["cardId"]))
      await keepMail(orgId, activity, { mail, key, cardId: activity.values["cardId"], isUnverified }, clock, given);
  }
}

/** Mail that Kartis itself sent, or that was sent from one of its addresses: a loop. */
export function isOwn({ from }: Pick<ReceivedMail, "from">): boolean {
  const domain = findEnv("REPLY_DOMAIN")?.toLowerCase();
  return from.email === bareAddress(env("MAIL_FROM")).toLowerCase() || from.email.endsWith(`@${domain}`);
}

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The id that the same message leads to each time: as old as what it answers, and otherwise as random as any. */
function idOf<P extends IdPrefix>(prefix: P, { id }: StoredActivity, key: string): Id<P> {
  const bytes = createHash("sha256").update(`${id}\n${prefix}\n${key}`).digest().subarray(0, 16);
  const random = [...bytes].map((byte) => digits[byte % 32]).join("");
  return `${prefix}_${id.slice(4, 14)}${random}`;
}

interface Kept {
  readonly mail: ReceivedMail;
  /** What tells it from every other message. */
  readonly key: string;
  /** The card that it is shown on. */
  readonly cardId: CardId;
  readonly isUnverified: boolean;
  /** It answers an invitation, and was not counted. */
  readonly isReplyIgnored?: boolean;
}

async function keepMail(
  orgId: OrgId,
  answered: StoredActivity,
  { mail, key, cardId, isUnverified, isReplyIgnored = false }: Kept,
  clock: Clock,
  given: Given,
): Promise<void> {
  const id: ActivityId = idOf("act", answered, key);
  const [known, card, twins] = await Promise.all([
    findActivities(orgId, [id]).then((activities) => activities.get(id)),
    given.findCards(orgId, [cardId]).then((cards) => cards.get(cardId)),
    mail.messageId ? mailsOfMessages(orgId, [mail.messageId]) : [],
  ]);
  // A member's own Gmail may have brought it.
  if (known || !card || twins.some((twin) => twin.cardId === card.id)) return;
  const people = await peopleOf(orgId, answered, card, given);
  const files = await keepFiles(orgId, id, mail, people[0], (at) => idOf("fil", answered, `${key}\n${at}`));
  const { from, to, cc, subject, messageId, body, quoted, isAutomatic, isCut } = mail;
  const dropped = mail.dropped + mail.attachments.length - files.length;
  const values = {
    cardId: card.id,
    direction: "IN",
    from,
    to: someOf(to),
    cc: someOf(cc),
    subject: subject || null,
    body: someOf(body),
    text: plainOf(body, null) || null,
    quoted: someOf(quoted),
    attachments: someOf(files.map(({ reference }) => reference)),
    dropped: dropped || null,
    isCut: isCut || null,
    isAutomatic: isAutomatic || null,
    isUnverified: isUnverified || null,
    isReplyIgnored: isReplyIgnored || null,
    // Threads are of mails alone.
    ...(isReplyIgnored ? {} : { answers: answered.id, thread: threadOf(answered) }),
    messageId,
    people,
  };
  const context = systemContext(orgId, "mail", clock);
  await commitMetered(context, async (at) => {
    if ((await findActivities(orgId, [id])).has(id)) return { writes: [], records: [], result: undefined };
    const { write, change } = creation(orgId, "MAIL", id, values, "mail", at);
    const uploads = await arriving(orgId, files, at);
    const claim = messageId ? [messageClaim(orgId, messageId, { activityId: id, cardId: card.id }, clock)] : [];
    return {
      writes: [write, ...claim, ...uploads.writes],
      records: [{ changes: [change] }, ...(uploads.changes.length > 0 ? [{ changes: uploads.changes }] : [])],
      result: undefined,
    };
  }).catch(async (error: unknown) => {
    // The same message, taken in at the same time.
    if (!(error instanceof KartisError && error.code === "CONFLICT")) throw error;
    const after = messageId ? await mailsOfMessages(orgId, [messageId]) : [];
    const isTwin = after.some((twin) => twin.cardId === card.id) || (await findActivities(orgId, [id])).has(id);
    if (!isTwin) throw error;
  });
}

const someOf = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null);

/** People to notify of a reply: the author of the email that it answers, and the card's owner. */
async function peopleOf(orgId: OrgId, { createdBy, values }: StoredActivity, card: StoredCard, given: Given): Promise<UserId[]> {
  const fields = ["owner", ...((await given.assigningFieldsOf(orgId)).get(card.typeId) ?? [])];
  const before = Array.isArray(values["people"]) ? values["people"] : [];
  const all: unknown[] = [createdBy, ...before, ...fields.flatMap((field) => [card.fields[field]].flat())];
  return [...new Set(all.filter((one): one is UserId => isId("usr", one)))];
}
