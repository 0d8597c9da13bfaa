import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { SessionId, UserId } from "../kernel/id.ts";
import { sessionEntity } from "./entity.ts";

/** A session whose browser is notified while no page is open. It ends with the session. */
export interface Pushed {
  readonly sessionId: SessionId;
  /** Sealed by whoever set it. */
  readonly push: string;
  readonly since: string;
  readonly userAgent: string;
}

type Item = Pick<Pushed, "userAgent"> & {
  readonly sessionId: string;
  readonly userId: string;
  readonly push?: string | undefined;
  readonly pushSince?: string | undefined;
  readonly expiresAt: number;
};

const pushed = ({ sessionId, push, pushSince, userAgent, expiresAt }: Item, clock: Clock): Pushed[] =>
  push !== undefined && expiresAt * 1000 > clock.now()
    ? [{ sessionId: sessionId as SessionId, push, since: pushSince ?? "", userAgent }] // only `startSession` makes them
    : [];

/** The person's sessions that are notified, as of a moment ago, the latest first. */
export async function pushesOf(userId: UserId, clock: Clock): Promise<Pushed[]> {
  const { data } = await sessionEntity().query.byUser({ userId }).go({ pages: "all" });
  return data.flatMap((item) => pushed(item, clock)).toSorted((a, b) => b.since.localeCompare(a.since));
}

/** The person's session, if it is notified; strongly consistent. */
export async function findPush(userId: UserId, sessionId: SessionId, clock: Clock): Promise<Pushed | undefined> {
  const { data } = await sessionEntity().get({ sessionId }).go({ consistent: true });
  return data?.userId === userId ? pushed(data, clock)[0] : undefined;
}

/** Sets where the session's browser is notified. NOT_FOUND for a session that is not the person's. */
export async function setPush(userId: UserId, sessionId: SessionId, push: string, clock: Clock): Promise<void> {
  try {
    await sessionEntity()
      .patch({ sessionId })
      .set({ push, pushSince: instant(clock) })
      .where((attribute, { eq }) => eq(attribute.userId, `${userId}`))
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? new KartisError("NOT_FOUND") : error;
  }
}

/** Stops notifying these sessions' browsers, except one whose subscription has been replaced meanwhile. Harmless to repeat. */
export async function forgetPushes(pushes: readonly Pick<Pushed, "sessionId" | "push">[]): Promise<void> {
  for (const { sessionId, push } of pushes) {
    try {
      await sessionEntity()
        .patch({ sessionId })
        .remove(["push", "pushSince"])
        .where((attribute, { eq }) => eq(attribute.push, push))
        .go();
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
    }
  }
}
