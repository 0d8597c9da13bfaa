import * as z from "zod";
import { findPush, forgetPushes, pushesOf, setPush } from "../identity/index.ts";
import { findEnv } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import type { SessionId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { encryptFor } from "./encrypt.ts";
import { sealed, subscriptionOf } from "./index.ts";
import { sender } from "./keys.ts";
import { isPushService, maxBrowsers } from "./rules.ts";
import { BrowserRef, type PushBrowser, type Subscription, SubscriptionSchema } from "./schema.ts";

const oneself = { signedIn: "one's own browsers" } as const;

const list = procedure({
  name: "push.browsers",
  kind: "query",
  input: z.object({}),
  can: oneself,
  /** The person's browsers that are notified, the latest first, and the key that browsers subscribe with. */
  async run(_, { actor, clock }): Promise<{ publicKey: string; sessionId: SessionId; browsers: PushBrowser[] }> {
    const { userId, sessionId } = actor;
    // The index that lists them lags a moment behind; what this browser has just done is seen at once.
    const [listed, current] = await Promise.all([pushesOf(userId, clock), findPush(userId, sessionId, clock)]);
    const browsers = [...(current ? [current] : []), ...listed.filter((one) => one.sessionId !== sessionId)];
    return {
      publicKey: sender().publicKey,
      sessionId,
      browsers: browsers.map((one) => ({
        id: one.sessionId,
        userAgent: one.userAgent,
        since: one.since,
        isCurrent: one.sessionId === sessionId,
      })),
    };
  },
});

const add = procedure({
  name: "push.add",
  kind: "mutation",
  input: SubscriptionSchema,
  can: oneself,
  /** Subscribes this session's browser. Harmless to repeat. */
  async run(subscription, { actor: { userId, sessionId }, clock }): Promise<{ ok: true }> {
    if (!isPushService(subscription.endpoint, findEnv("PUSH_SERVICE")) || !isKey(subscription))
      throw new KartisError("INVALID_INPUT", { messageKey: "errors.pushService" });
    const others = (await pushesOf(userId, clock)).filter((one) => one.sessionId !== sessionId);
    // A browser has one subscription, whichever session it was made in.
    const [same, kept] = [true, false].map((isSame) =>
      others.filter((one) => (subscriptionOf(userId, one).endpoint === subscription.endpoint) === isSame),
    );
    await forgetPushes([...(same ?? []), ...(kept ?? []).slice(maxBrowsers - 1)]);
    await setPush(userId, sessionId, sealed(userId, sessionId, subscription), clock);
    return { ok: true };
  },
});

/** Whether messages can be encrypted for it: the key is a point of the curve. */
function isKey({ keys }: Subscription): boolean {
  try {
    encryptFor(keys, Buffer.alloc(0));
    return true;
  } catch {
    return false;
  }
}

const remove = procedure({
  name: "push.remove",
  kind: "mutation",
  input: BrowserRef,
  can: oneself,
  /** Stops notifying the browser; harmless to repeat, and for unknown ids. */
  async run({ id }, { actor: { userId }, clock }): Promise<{ ok: true }> {
    const found = await findPush(userId, id, clock);
    if (found) await forgetPushes([found]);
    return { ok: true };
  },
});

export const pushProcedures = [list, add, remove] as const;
