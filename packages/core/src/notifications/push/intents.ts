import type * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Intent } from "../../outbound/index.ts";
import type { Pushes } from "../../push/index.ts";
import { maxBrowsers } from "../../push/rules.ts";
import type { PushPayload } from "./compose.ts";

/** One to each of the person's browsers. */
export async function pushIntents(
  { pushesOf }: Pick<Pushes, "pushesOf">,
  userId: UserId,
  notificationId: string,
  clock: Clock,
): Promise<Intent[]> {
  const browsers = (await pushesOf(userId, clock)).slice(0, maxBrowsers);
  return browsers.map(({ sessionId }) => {
    const payload: z.input<typeof PushPayload> = { notificationId, sessionId };
    return { purpose: "push", subject: { kind: "member", id: userId }, userId, payload };
  });
}
