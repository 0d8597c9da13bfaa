import type { Clock } from "../kernel/clock.ts";
import type { UserId } from "../kernel/id.ts";
import { passkeysOf } from "./passkeys/store.ts";
import { sessionsOf } from "./sessions.ts";

/** How the person signs in, as shown to them: open sessions, and passkeys by their names. */
export async function signInsOf(userId: UserId, clock: Clock) {
  const [sessions, passkeys] = await Promise.all([sessionsOf(userId, null, clock), passkeysOf(userId)]);
  return { sessions, passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })) };
}
