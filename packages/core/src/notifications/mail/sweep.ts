import { concurrently } from "../../kernel/concurrently.ts";
import { type DueLane, duePages } from "../../data/due-index.ts";
import * as z from "zod";
import { commit } from "../../data/commit.ts";
import { reportFailure } from "../../data/consumer.ts";
import { type Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { hasIntended, intentions } from "../../outbound/index.ts";
import { waitingMailEntity } from "../entity.ts";
import { type Stored, unreadOf } from "../stored.ts";
import { findWanting } from "../wants.ts";
import { contextOf, findWaiting, settledWrite } from "./waiting.ts";

/*
 * Mailing what stays unread (decision 032). The sweep asks the index whose mail is due. That nothing waits any more and the intent to mail it are one
 * transaction, on the condition that the person's item is as it was read: so each notification is in one mail, whoever sweeps at the same time or dies meanwhile.
 */

/** Payload of the effect for an email. */
export const UnreadPayload = z.object({ ids: z.array(z.string()).min(1), more: z.number().int() });

/** Number of people whose mails are gathered at the same time. */
const atOnce = 8;

/**
 * Gathers the mails that are due, for `runMs` at most; what is left, the next sweep finds. One that fails does not hold up the others.
 * @returns how many were intended, and how many failed.
 */
export async function sweepMails(clock: Clock, runMs: number): Promise<{ intended: number; failed: number }> {
  const endsAt = clock.now() + runMs;
  const outcome = { intended: 0, failed: 0 };
  const isOver = () => clock.now() >= endsAt;
  const due = (lane: DueLane, from: string, until: string) =>
    waitingMailEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due)) {
    await concurrently(page, { atOnce, isOver }, async ({ orgId, userId }) => {
      if (!isId("org", orgId) || !isId("usr", userId)) return;
      try {
        if (await gather(orgId, userId, clock)) outcome.intended++;
      } catch (error) {
        reportFailure(`mails of ${orgId}`, error);
        outcome.failed++;
      }
    });
    if (isOver()) break;
  }
  return outcome;
}

/** Intends the person's mail if it is due and something is still unread. @returns whether it was intended. */
export async function gather(orgId: OrgId, userId: UserId, clock: Clock): Promise<boolean> {
  const { result } = await commit(contextOf(orgId, clock), async (at) => {
    const current = await findWaiting(orgId, userId, clock);
    if (!current?.isDue) return { writes: [], records: [], result: false };
    const ids = await unmailed(orgId, userId, current.waiting);
    const payload: z.input<typeof UnreadPayload> = { ids, more: current.more };
    const intents =
      ids.length > 0 ? [{ purpose: "unread" as const, subject: { kind: "member" as const, id: userId }, userId, payload }] : [];
    const { writes, records } = intentions(orgId, intents, clock);
    return { writes: [settledWrite(orgId, userId, current, at, ids.length > 0), ...writes], records, result: ids.length > 0 };
  });
  return result;
}

/** Notifications that the person has not read, still wants by email, and has not received by email otherwise. */
async function unmailed(orgId: OrgId, userId: UserId, waiting: readonly string[]): Promise<string[]> {
  const wanting = await findWanting(orgId, userId);
  if (!wanting) return [];
  const unread = (await unreadOf(orgId, userId, waiting)).filter(({ kind }) => wanting.byMail(kind));
  const isInvited = await Promise.all(unread.map((one) => hasMeetingMail(orgId, userId, one)));
  return unread.flatMap(({ notificationId }, index) => (isInvited[index] ? [] : [notificationId]));
}

/** Invitations, changes and cancellations go out by themselves where the meeting's organizer has left that on. */
async function hasMeetingMail(orgId: OrgId, userId: UserId, { kind, notificationId, subjectIds }: Stored): Promise<boolean> {
  const meetingIds = kind === "meetingAnswered" || !kind.startsWith("meeting") ? [] : subjectIds.filter(isMeeting);
  const [recordId = ""] = notificationId.split(".");
  for (const meetingId of meetingIds) if (await hasIntended(orgId, "meetings", `${recordId}.${meetingId}.${userId}`)) return true;
  return false;
}

const isMeeting = (id: string): id is ActivityId => isId("act", id);
