import type { UserId } from "../kernel/id.ts";
import { codeEntity, deviceEntity, secondFactorEntity } from "./entity.ts";
import { passkeyHandleEntity } from "./passkeys/entity.ts";
import { passkeysOf, removePasskey } from "./passkeys/store.ts";
import { endSessionsOf } from "./sessions.ts";

/**
 * Deletes everything by which the person signs in, except the account itself: second factor, passkeys, devices, pending codes, and sessions last. Repeating it
 * finds nothing.
 */
export async function forgetSignIn(userId: UserId, email: string): Promise<void> {
  for (const { credentialId } of await passkeysOf(userId)) await removePasskey(userId, credentialId);
  const { data: devices } = await deviceEntity().query.main({ userId }).go({ pages: "all" });
  const { data: codes } = await codeEntity().query.main({ email }).go({ pages: "all" });
  await Promise.all([
    secondFactorEntity().delete({ userId }).go(),
    passkeyHandleEntity().delete({ userId }).go(),
    ...codes.map(({ deviceId }) => codeEntity().delete({ email, deviceId }).go()),
    ...devices.map(({ deviceId }) => deviceEntity().delete({ userId, deviceId }).go()),
  ]);
  await endSessionsOf(userId);
}
