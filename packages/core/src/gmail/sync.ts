import { concurrently } from "../kernel/concurrently.ts";
import { reportFailure } from "../data/consumer.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { type AddedPage, addedSince, messagesLike, profileOf, watch } from "./api.ts";
import { type Connection, findConnection, noteProblem } from "./connections.ts";
import { dueMailboxes, findProgress, forgetProgress, Turn } from "./progress.ts";
import { GmailRefusal } from "./refusal.ts";
import { isLater, pauseAfter, pollMs, renewMs } from "./rules.ts";

/** Keeps what of a message belongs on cards. Harmless to repeat. Throws `GmailRefusal` where Google refuses to give it. */
export type KeepMessage = (connection: Connection, messageId: string, clock: Clock) => Promise<void>;

export interface Reading {
  readonly clock: Clock;
  readonly keep: KeepMessage;
  /** The run stops there, in epoch milliseconds; the next goes on. */
  readonly until: number;
}

/** How far Google's own search goes back when its history does not. */
const recent = "newer_than:7d -in:drafts -in:chats";

/**
 * Reads what is new in a mailbox, and has Google watch it again if that is due. Harmless to repeat; what is left over, and what Google refuses for the moment, is
 * due at a later sweep.
 * @returns "busy" if another run is reading it: that one, or a sweep, reads on
 */
export async function syncMailbox(orgId: OrgId, userId: UserId, reading: Reading): Promise<"done" | "busy"> {
  const { clock } = reading;
  const turn = await Turn.take(orgId, userId, clock);
  if (!turn) return (await findProgress(orgId, userId)) ? "busy" : "done";
  const connection = await findConnection(orgId, userId);
  if (!connection) {
    await forgetProgress(orgId, userId);
    return "done";
  }
  if (connection.problem) {
    await turn.park();
    return "done";
  }
  for (;;) {
    const { asked } = turn.progress;
    try {
      await watchDaily(turn, connection, clock);
      const isRead = await readOn(turn, connection, reading);
      const now = clock.now();
      const read = isRead ? { dueAt: now + pollMs, syncedAt: instant(clock) } : { dueAt: now };
      if ((await turn.end(asked, read)) || now >= reading.until) return "done";
    } catch (error) {
      if (!(error instanceof GmailRefusal)) throw error;
      await afterRefusal(turn, connection, error, clock);
      return "done";
    }
  }
}

async function afterRefusal(turn: Turn, connection: Connection, error: GmailRefusal, clock: Clock): Promise<void> {
  reportFailure("gmail-sync", error);
  const { reason } = error;
  if (reason === "revoked" || reason === "forbidden") {
    await noteProblem(connection, reason, clock);
    await turn.park();
    return;
  }
  const { asked, failures } = turn.progress;
  const dueAt = clock.now() + pauseAfter(failures + 1, Math.random());
  await turn.end(asked, { dueAt, failures: failures + 1, delay: reason === "quota" ? "quota" : "away" });
}

async function watchDaily(turn: Turn, connection: Connection, clock: Clock): Promise<void> {
  const { watchedAt } = turn.progress;
  if (watchedAt && clock.now() - Date.parse(watchedAt) < renewMs) return;
  await watch(connection);
  await turn.advance({ watchedAt: instant(clock) });
}

/** @returns false if the run's time is up, or another has taken over */
async function readOn(turn: Turn, connection: Connection, reading: Reading): Promise<boolean> {
  let pageToken: string | undefined;
  let isListed = false;
  for (;;) {
    const { historyId, listing } = turn.progress;
    const page = listing ? undefined : await addedSince(connection, historyId, pageToken).catch(ifTooOld);
    if (!page) {
      // Google has just said itself that the history stands there.
      if (isListed) throw new GmailRefusal("away", "Gmail forgets its history at once");
      if (!(await listPage(turn, connection, reading))) return false;
      isListed = turn.progress.listing === undefined;
      continue;
    }
    if (!(await keepPage(turn, connection, page, reading))) return false;
    const next = isLater(page.historyId, historyId) ? page.historyId : historyId;
    if (next !== historyId && !(await turn.advance({ historyId: next }))) return false;
    if (page.nextPageToken === undefined) return true;
    if (reading.clock.now() >= reading.until) return false;
    // From a page with nothing on it there is only its token to go on from.
    pageToken = next === historyId ? page.nextPageToken : undefined;
  }
}

/** A page may take longer than a claim holds. */
const renewClaimMs = 30_000;

/** @returns false if the run's time is up, or another has taken over; the next goes on behind what was kept */
async function keepPage(
  turn: Turn,
  connection: Connection,
  { added }: AddedPage,
  { clock, keep, until }: Reading,
): Promise<boolean> {
  let renewedAt = clock.now();
  for (const { messageIds, historyId } of added) {
    for (const id of messageIds) await keep(connection, id, clock);
    const isOver = clock.now() >= until;
    if (!isOver && clock.now() - renewedAt < renewClaimMs) continue;
    renewedAt = clock.now();
    const isFurther = isLater(historyId, turn.progress.historyId);
    if (!(await turn.advance(isFurther ? { historyId } : {})) || isOver) return false;
  }
  return true;
}

/** Google answers 404 for a history that is too old. */
function ifTooOld(error: unknown): undefined {
  if (!(error instanceof GmailRefusal) || error.reason !== "gone") throw error;
}

/** Where the history is lost, the last days are read through. It goes on from where the history stood before that, so that nothing falls in between. */
async function listPage(turn: Turn, connection: Connection, { clock, keep, until }: Reading): Promise<boolean> {
  const begun = turn.progress.listing ?? { historyId: (await profileOf(connection)).historyId };
  const listed = await messagesLike(connection, { q: recent, pageToken: begun.pageToken }).catch(async (error: unknown) => {
    // Tokens of pages end: the list is read from its beginning.
    if (begun.pageToken && error instanceof GmailRefusal && error.reason === "invalid")
      await turn.advance({ listing: { historyId: begun.historyId } });
    throw error;
  });
  for (const { id } of listed.messages) await keep(connection, id, clock);
  const { nextPageToken: pageToken } = listed;
  const next = pageToken ? { listing: { ...begun, pageToken } } : { historyId: begun.historyId, listing: undefined };
  return (await turn.advance(next)) && clock.now() < until;
}

/** How many mailboxes are read at the same time. */
const together = 8;

/** Reads every mailbox that is due, in all organizations. @returns how many failed for another reason than Google's */
export async function sweepMailboxes(clock: Clock, runMs: number, keep: KeepMessage): Promise<{ failed: number }> {
  const until = clock.now() + runMs;
  let failed = 0;
  await concurrently(dueMailboxes(clock), { atOnce: together, isOver: () => clock.now() >= until }, ({ orgId, userId }) =>
    syncMailbox(orgId, userId, { clock, keep, until }).catch((error: unknown) => {
      failed++;
      reportFailure("gmail-sweep", error);
    }),
  );
  return { failed };
}
