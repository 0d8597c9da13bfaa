import { dueLaneOf } from "../../data/due-index.ts";
import { type CommitContext, put, type Write, systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type OrgId, type UserId } from "../../kernel/id.ts";
import { waitingMailEntity } from "../entity.ts";
import { epochSeconds } from "../../kernel/clock.ts";

/** Time for which a notification may stay unread in the app before it is emailed. */
const unreadMs = 10 * 60_000;
/** The shortest time between two mails to a person: what comes meanwhile is gathered. */
const gapMs = 60 * 60_000;
/** One mail lists so many; of older ones it says how many there are. */
const mostListed = 100;
const settledSeconds = 86_400;

/** State of a person's next email: when it is due, and the notifications that wait for it. */
export interface Waiting {
  readonly dueAt: string;
  readonly isDue: boolean;
  readonly waiting: readonly string[];
  readonly more: number;
  readonly mailedAt?: string | undefined;
  readonly version: number;
}

export const contextOf = (orgId: OrgId, clock: Clock): CommitContext => systemContext(orgId, "notifications", clock);

/** The item, strongly consistent. */
export async function findWaiting(orgId: OrgId, userId: UserId, clock: Clock): Promise<Waiting | undefined> {
  const { data } = await waitingMailEntity().get({ orgId, userId }).go({ consistent: true });
  return data ? { ...data, isDue: data.waits === "sweep" && Date.parse(data.dueAt) <= clock.now() } : undefined;
}

function writeOver(orgId: OrgId, userId: UserId, current: Waiting | undefined, next: Omit<Waiting, "version" | "isDue">): Write {
  const { waiting, more, mailedAt, dueAt } = next;
  const item = {
    orgId,
    userId,
    lane: dueLaneOf(userId),
    waits: waiting.length > 0 ? ("sweep" as const) : ("nobody" as const),
    dueAt,
    waiting: [...waiting],
    more,
    version: (current?.version ?? 0) + 1,
    ...(mailedAt === undefined ? {} : { mailedAt }),
    ...(waiting.length > 0 ? {} : { expiresAt: epochSeconds(Date.parse(dueAt)) + settledSeconds }),
  };
  if (!current) return put(waitingMailEntity().create(item).params(), "stale");
  const over = waitingMailEntity()
    .put(item)
    .where((attribute, { eq }) => eq(attribute.version, current.version));
  return put(over.params(), "stale");
}

/** Adds a notification to the person's next mail; the first one decides when that is due. */
export async function waitingWrite(orgId: OrgId, userId: UserId, notificationId: string, clock: Clock): Promise<Write> {
  const current = await findWaiting(orgId, userId, clock);
  const all = [...(current?.waiting ?? []), notificationId];
  const mailedMs = current?.mailedAt === undefined ? 0 : Date.parse(current.mailedAt);
  const dueMs = Math.max(clock.now() + unreadMs, mailedMs + gapMs);
  return writeOver(orgId, userId, current, {
    dueAt: current && current.waiting.length > 0 ? current.dueAt : new Date(dueMs).toISOString(),
    waiting: all.slice(-mostListed),
    more: (current?.more ?? 0) + Math.max(0, all.length - mostListed),
    mailedAt: current?.mailedAt,
  });
}

/** Clears what was waiting: it was emailed at this instant, or nothing was left to send. */
export const settledWrite = (orgId: OrgId, userId: UserId, current: Waiting, at: string, isMailed: boolean): Write =>
  writeOver(orgId, userId, current, { dueAt: at, waiting: [], more: 0, mailedAt: isMailed ? at : current.mailedAt });
