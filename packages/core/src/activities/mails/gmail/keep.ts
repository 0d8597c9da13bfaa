import type {
  cardsWithEmail,
  creationOf,
  fieldContextOf,
  findCards,
  getCardType,
  locksOf,
  StoredCard,
} from "../../../cards/index.ts";
import { outsideTrash } from "../../../cards/merges/survivor.ts";
import { acceptNew } from "../../../cards/rules.ts";
import { type ChangeSet, type CommitContext, systemContext, type Write } from "../../../data/commit.ts";
import { reportFailure } from "../../../data/consumer.ts";
import { arriving } from "../../../files/index.ts";
import {
  type Connection,
  findConnection,
  headersOf,
  isBlocked,
  isMail,
  type KeepMessage,
  mailboxUnchanged,
  wholeMessage,
} from "../../../gmail/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { type ErrorCode, KartisError } from "../../../kernel/error.ts";
import { type ActivityId, type CardId, type Id, idFrom, isId, newId, type OrgId, type UserId } from "../../../kernel/id.ts";
import type { AssigningFields } from "../../../kernel/scope.ts";
import { findMembership, membersOf } from "../../../organizations/index.ts";
import { commitMetered, isOverLimit } from "../../../plans/index.ts";
import { findActivities } from "../../store.ts";
import { creation } from "../../writes.ts";
import { keepFiles } from "../inbound/files.ts";
import { parseMail, type ReceivedMail } from "../inbound/parse.ts";
import { largestMailBytes } from "../inbound/rules.ts";
import { isOwn } from "../inbound/receive.ts";
import { threadOf } from "../mail.ts";
import { type KnownMail, mailsOfMessages, messageClaim } from "../messages/known.ts";
import { plainOf } from "../text.ts";
import { headOf, type MailHead } from "./head.ts";
import { keepSent } from "./sent.ts";

/** Dependencies, injected so that receiving mails does not bundle everything else about cards. */
export interface KeepDependencies {
  readonly cardsWithEmail: typeof cardsWithEmail;
  readonly findCards: typeof findCards;
  readonly getCardType: typeof getCardType;
  readonly creationOf: typeof creationOf;
  readonly locksOf: typeof locksOf;
  readonly fieldContextOf: typeof fieldContextOf;
  readonly assigningFieldsOf: (orgId: OrgId) => Promise<AssigningFields>;
}

/** A message concerns a few cards at most. */
const mostCards = 5;

/**
 * Keeps a message of a member's Gmail on the cards of the people that it is from or for. Of a mail of unknown people nothing is stored, nor is its text read; nor of
 * one with somebody whom the member has blocked. Harmless to repeat, and beside another mailbox that has the same message.
 */
export const keepingGmail =
  (deps: KeepDependencies): KeepMessage =>
  async (connection, gmailId, clock) => {
    try {
      await keepAsSet(connection, gmailId, clock, deps);
    } catch (error) {
      // What cannot be stored today cannot be tomorrow: it is left out, so that those behind it are not.
      if (!(error instanceof KartisError && hopeless.has(error.code))) throw error;
      reportFailure("gmail-keep", error);
    }
  };

const hopeless: ReadonlySet<ErrorCode> = new Set(["INVALID_INPUT", "PAYLOAD_TOO_LARGE"]);

/** The member changed what is kept of their mails while this one was. */
class SettingsChanged extends Error {
  override name = "SettingsChanged";
}

/** Enough for somebody who changes one thing after the other. */
const mostChanges = 10;

/**
 * Keeps a message by the settings that hold when it is stored, not those that the run began with: nobody's mail is on cards after they have said that it is not to
 * be. Of a mailbox that was disconnected meanwhile nothing is kept.
 */
async function keepAsSet(
  { orgId, userId, email }: Connection,
  gmailId: string,
  clock: Clock,
  deps: KeepDependencies,
): Promise<void> {
  for (let change = 0; ; change++) {
    const current = await findConnection(orgId, userId);
    if (current?.email !== email) return;
    try {
      return await keepMessage(current, gmailId, clock, deps);
    } catch (error) {
      if (!(error instanceof SettingsChanged) || change === mostChanges) throw error;
    }
  }
}

/** For a commit, each time it is prepared. Throws `SettingsChanged`. */
async function requireUnchanged(connection: Connection): Promise<Write> {
  const current = await findConnection(connection.orgId, connection.userId);
  if (current?.version !== connection.version) throw new SettingsChanged();
  return mailboxUnchanged(connection);
}

async function keepMessage(connection: Connection, gmailId: string, clock: Clock, deps: KeepDependencies): Promise<void> {
  const message = await headersOf(connection, gmailId);
  if (!message || !isMail(message.labelIds)) return;
  const head = await headOf(message);
  if (!head || isOwn(head)) return;
  if (head.reference) return keepSent(connection, head.reference, head, clock);
  const all = [head.from, ...head.to, ...head.cc].map(({ email }) => email);
  if ([...all, ...head.everybody].some((email) => isBlocked(email, connection.blocked))) return;
  const others = await outsiders(connection, all);
  if (others.length === 0) return;
  const known = await mailsOfMessages(connection.orgId, head.messageId ? [head.messageId] : []);
  const answered = await mailsOfMessages(connection.orgId, head.references);
  const keeping = { connection, gmailId, head, known, answered, clock, deps };
  const cards = await cardsOf(connection.orgId, others, answered, deps);
  if (cards.length > 0) return keepOn(keeping, cards);
  const isStranger = !head.isOut && !head.isAutomatic && others.includes(head.from.email);
  const made = isStranger && known.length === 0 ? await newCard(connection, head, clock, deps) : undefined;
  if (made) await keepOn(keeping, [made]);
}

/** The addresses of people who are no members: what colleagues write to each other is not for cards. None while the mailbox's owner is suspended. */
async function outsiders({ orgId, userId, email }: Connection, addresses: readonly string[]): Promise<string[]> {
  const members = await membersOf(orgId);
  if (!members.some((member) => member.userId === userId && !member.suspendedAt)) return [];
  const ours = new Set([email, ...members.map((member) => member.email.toLowerCase())]);
  return [...new Set(addresses)].filter((address) => !ours.has(address));
}

/** The cards of the exchange, and for each address that none of these has, the card with it that was changed last. */
async function cardsOf(
  orgId: OrgId,
  addresses: readonly string[],
  answered: readonly KnownMail[],
  deps: KeepDependencies,
): Promise<StoredCard[]> {
  const found = new Map<CardId, StoredCard>();
  for (const { cardId } of answered) {
    const card = await outsideTrash(orgId, cardId, deps);
    if (card) found.set(card.id, card);
  }
  for (const address of addresses.slice(0, 20)) {
    const ids = await deps.cardsWithEmail(orgId, address);
    if (ids.some((id) => found.has(id))) continue;
    for (const id of ids) {
      const card = await outsideTrash(orgId, id, deps);
      if (!card) continue;
      found.set(card.id, card);
      break;
    }
  }
  return [...found.values()].slice(0, mostCards);
}

const contextOf = (orgId: OrgId, clock: Clock): CommitContext => systemContext(orgId, "gmail", clock);

/** A new card for somebody unknown, where the member asked for it. Other fields that its type requires are left for people to fill in. */
async function newCard(
  connection: Connection,
  { from }: MailHead,
  clock: Clock,
  deps: KeepDependencies,
): Promise<StoredCard | undefined> {
  const { orgId, userId, strangersTypeId } = connection;
  const type = strangersTypeId && (await deps.getCardType(orgId, strangersTypeId).catch(ifDeleted));
  const field = type && type.fields.find((one) => one.type === "email");
  // What members may not do themselves, their mailbox does not do for them.
  const member = type && field ? await findMembership(userId, orgId) : undefined;
  if (!member?.grants["CARDS.create"]) return undefined;
  // Without the address on it, each further mail would create another card.
  if (!type || !field) return undefined;
  const settings = await deps.fieldContextOf(orgId);
  const owner = type.fields.some(({ id }) => id === "owner") ? { owner: userId } : {};
  const called = from.name ?? from.email;
  // Where names must be unique, the address makes them so.
  for (const name of new Set([called, `${called} ${from.email}`])) {
    try {
      const fields = { name, [field.id]: from.email, ...owner };
      const { result } = await commitMetered(
        contextOf(orgId, clock),
        async (at): Promise<ChangeSet<StoredCard>> => {
          const { values } = acceptNew(type, fields, settings);
          const made = { values, locks: deps.locksOf(type, values, settings) };
          const { card, writes, change } = deps.creationOf(orgId, type, newId("crd", clock.now()), made, at);
          return { writes: [...writes, await requireUnchanged(connection)], records: [{ changes: [change] }], result: card };
        },
        member.plan,
      );
      return result;
    } catch (error) {
      if (isOverLimit(error)) return undefined;
      if (!(error instanceof KartisError && error.code === "CONFLICT")) throw error;
      // A colleague's mailbox, which has the same message, may have made it.
      const [there] = await cardsOf(orgId, [from.email], [], deps);
      if (there) return there;
    }
  }
  return undefined;
}

/** The type that the member chose may have been deleted since: then it is as if none was chosen. */
function ifDeleted(error: unknown): undefined {
  if (!(error instanceof KartisError && error.code === "NOT_FOUND")) throw error;
}

interface Keeping {
  readonly connection: Connection;
  readonly gmailId: string;
  readonly head: MailHead;
  /** Where the message is already. */
  readonly known: readonly KnownMail[];
  readonly answered: readonly KnownMail[];
  readonly clock: Clock;
  readonly deps: KeepDependencies;
}

async function keepOn(keeping: Keeping, cards: readonly StoredCard[]): Promise<void> {
  const { connection, gmailId, head, known, deps } = keeping;
  const there = new Set<CardId>();
  for (const { cardId } of known) there.add((await outsideTrash(connection.orgId, cardId, deps))?.id ?? cardId);
  const absent = cards.filter(({ id }) => !there.has(id));
  // Those without a Message-ID are known by the ids they lead to.
  const kept = await findActivities(
    connection.orgId,
    head.messageId ? [] : absent.map((card) => idOf("act", keeping, card, "mail")),
  );
  const missing = absent.filter((card) => !kept.has(idOf("act", keeping, card, "mail")));
  if (missing.length === 0) return;
  if (connection.sharing !== "whole") return keepOnAll(keeping, missing, undefined);
  const inTurn = head.bytes > largeBytes ? oneAtATime : (work: () => Promise<void>) => work();
  await inTurn(async () => {
    const whole = head.bytes <= largestMailBytes ? await wholeMessage(connection, gmailId) : undefined;
    // Nothing can be read of a malformed one, today or later: it is kept as its headers tell.
    await keepOnAll(keeping, missing, whole && (await parseMail(whole).catch(() => undefined)));
  });
}

const largeBytes = 1_048_576;
/** Each large message may be as large as the memory allows, and a process reads several mailboxes. */
let last: Promise<unknown> = Promise.resolve();
function oneAtATime(work: () => Promise<void>): Promise<void> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

async function keepOnAll(keeping: Keeping, cards: readonly StoredCard[], mail: ReceivedMail | undefined): Promise<void> {
  for (const card of cards) await keepOnCard(keeping, card, mail);
}

/** The id that the same message leads to on a card each time, whichever mailbox it is read in. */
function idOf<P extends "act" | "fil">(prefix: P, { connection, gmailId, head }: Keeping, card: StoredCard, what: string): Id<P> {
  const key = head.messageId ?? `${connection.email}\n${gmailId}`;
  return idFrom(prefix, head.at, `${connection.orgId}\n${key}\n${card.id}\n${what}`);
}

const someOf = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null);

async function keepOnCard(keeping: Keeping, card: StoredCard, mail: ReceivedMail | undefined): Promise<void> {
  const { connection, gmailId, head, answered, clock, deps } = keeping;
  const { orgId, userId, sharing } = connection;
  const id: ActivityId = idOf("act", keeping, card, "mail");
  const [thread, people, files] = await Promise.all([
    threadAnswered(orgId, card.id, answered),
    peopleOf(connection, card, deps),
    mail ? keepFiles(orgId, id, mail, userId, (at) => idOf("fil", keeping, card, `file ${at}`)) : [],
  ]);
  const { from, to, cc, subject, messageId, isOut, isAutomatic } = head;
  const content = mail && {
    body: someOf(mail.body),
    text: plainOf(mail.body, null) || null,
    quoted: someOf(mail.quoted),
    attachments: someOf(files.map(({ reference }) => reference)),
    dropped: mail.dropped + mail.attachments.length - files.length || null,
    isCut: mail.isCut || null,
  };
  const values = {
    cardId: card.id,
    direction: isOut ? "OUT" : "IN",
    from,
    to: someOf(to),
    cc: someOf(cc),
    subject: sharing === "metadata" ? null : subject || null,
    ...(sharing === "whole" ? (content ?? { isCut: true }) : {}),
    sharing: sharing === "whole" ? null : sharing,
    isAutomatic: isAutomatic || null,
    ...thread,
    messageId,
    gmail: { userId, id: gmailId },
    happenedAt: new Date(Math.min(head.at, clock.now())).toISOString(),
    ...(isOut ? { delivery: "sent" } : { people }),
  };
  await commitMetered(contextOf(orgId, clock), async (at) => {
    if ((await findActivities(orgId, [id])).has(id)) return { writes: [], records: [], result: undefined };
    const unchanged = await requireUnchanged(connection);
    const { write, change } = creation(orgId, "MAIL", id, values, isOut ? userId : "gmail", at);
    const uploads = await arriving(orgId, files, at);
    const claim = messageId ? [messageClaim(orgId, messageId, { activityId: id, cardId: card.id }, clock)] : [];
    return {
      writes: [write, unchanged, ...claim, ...uploads.writes],
      records: [{ changes: [change] }, ...(uploads.changes.length > 0 ? [{ changes: uploads.changes }] : [])],
      result: undefined,
    };
  }).catch(async (error: unknown) => {
    if (!(error instanceof KartisError && error.code === "CONFLICT")) throw error;
    // The same message, by another mailbox or by its reply address, at the same time.
    const after = messageId ? await mailsOfMessages(orgId, [messageId]) : [];
    const isTwin = after.some((twin) => twin.cardId === card.id) || (await findActivities(orgId, [id])).has(id);
    if (!isTwin) throw error;
  });
}

/** The mail on the card that it answers, and the thread of that. */
async function threadAnswered(orgId: OrgId, cardId: CardId, answered: readonly KnownMail[]) {
  const on = answered.filter((mail) => mail.cardId === cardId).map(({ activityId }) => activityId);
  const found = await findActivities(orgId, on);
  const mail = on.flatMap((id) => found.get(id) ?? [])[0];
  return mail && !mail.trashedAt ? { answers: mail.id, thread: threadOf(mail) } : {};
}

/** Whose mail it is: the mailbox's owner, and the people of the card. */
async function peopleOf({ orgId, userId }: Connection, card: StoredCard, deps: KeepDependencies): Promise<UserId[]> {
  const fields = ["owner", ...((await deps.assigningFieldsOf(orgId)).get(card.typeId) ?? [])];
  const all: unknown[] = [userId, ...fields.flatMap((field) => [card.fields[field]].flat())];
  return [...new Set(all.filter((one): one is UserId => isId("usr", one)))];
}
