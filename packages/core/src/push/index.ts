/*
 * Notifying browsers while no page is open (Web Push; decision 036). Owns nothing: a browser's subscription is part of its session, and ends with it.
 * Invariant: a subscription leads to a known push service, is sealed, and is never shown; a person has ten at most.
 * Records nothing: a person's own settings.
 */
import type { findPush, forgetPushes, Pushed, pushesOf } from "../identity/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { SessionId, UserId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { type Subscription, SubscriptionSchema } from "./schema.ts";
import { type Push, send } from "./send.ts";

/** Stores subscriptions; injected, so that sending does not pull in everything about signing in. */
export interface Pushes {
  readonly pushesOf: typeof pushesOf;
  readonly findPush: typeof findPush;
  readonly forgetPushes: typeof forgetPushes;
}

const placeOf = (userId: UserId, sessionId: SessionId) => [userId, sessionId];

export const sealed = (userId: UserId, sessionId: SessionId, subscription: Subscription): string =>
  seal(JSON.stringify(subscription), "push", placeOf(userId, sessionId));

export const subscriptionOf = (userId: UserId, { sessionId, push }: Pushed): Subscription =>
  SubscriptionSchema.parse(JSON.parse(unseal(push, "push", placeOf(userId, sessionId))));

/** A browser that a message can be sent to. */
export interface Receiver {
  readonly endpoint: string;
  /** Forgets the browser if its service says that it is gone. Throws as `send` does. */
  readonly send: (push: Push) => Promise<"accepted" | "gone">;
}

/** The browser of the person's session, as of now; undefined where it is notified no more. */
export async function receiverOf(
  pushes: Pushes,
  userId: UserId,
  sessionId: SessionId,
  clock: Clock,
): Promise<Receiver | undefined> {
  const found = await pushes.findPush(userId, sessionId, clock);
  if (!found) return undefined;
  const subscription = subscriptionOf(userId, found);
  return {
    endpoint: subscription.endpoint,
    async send(push) {
      const outcome = await send(subscription, push, clock);
      if (outcome === "gone") await pushes.forgetPushes([found]);
      return outcome;
    },
  };
}
