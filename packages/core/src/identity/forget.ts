import type { UserId } from "../kernel/id.ts";
import { codeEntity, deviceEntity, secondFactorEntity } from "./entity.ts";
import { passkeyHandleEntity } from "./passkeys/entity.ts";
import { passkeysOf, removePasskey } from "./passkeys/store.ts";
import { endSessionsOf } from "./sessions.ts";

/** Everything by which the person signs in, but the account itself: second factor, passkeys, devices, a code that is on its way, and sessions last. Done twice, it finds nothing. */
export async function forgetSignIn(userId: UserId, email: string): Promise<void> {
  for (const { credentialId } of await passkeysOf(userId)) await removePasskey(userId, credentialId);
  const { data: devices } = await deviceEntity().query.main({ userId }).go({ pages: "all" });
  await Promise.all([
    secondFactorEntity().delete({ userId }).go(),
    passkeyHandleEntity().delete({ userId }).go(),
    codeEntity().delete({ email }).go(),
    ...devices.map(({ deviceId }) => deviceEntity().delete({ userId, deviceId }).go()),
  ]);
  await endSessionsOf(userId);
}
