import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { findUser } from "../users/index.ts";
import { deviceEntity } from "./entity.ts";
import { mailSecurityNotice } from "./security-notice.ts";

/** Has nothing to do with who is signed in: it stays when they sign out, and opens nothing. */
export const deviceCookie = "kartis_device";

const knownSeconds = 365 * 86_400;
const tokenForm = /^[A-Za-z0-9_-]{32}$/;
const deviceIdOf = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 22);

/**
 * Notes that the person signs in with this browser, and tells them by mail when they never have before. A browser is known by a cookie of its own: kinds of
 * browsers and addresses are shared by strangers, and change with every update and café. Of the first browser of all nobody is told: it is the one that the
 * account was made with.
 */
export async function noteDevice(userId: UserId, context: CallContext): Promise<void> {
  const { client, clock } = context;
  const kept = client.device !== undefined && tokenForm.test(client.device) ? client.device : undefined;
  const token = kept ?? randomBytes(24).toString("base64url");
  const deviceId = deviceIdOf(token);
  const { data } = await deviceEntity().query.main({ userId }).go({ consistent: true, pages: "all" });
  const known = data.filter(({ expiresAt }) => expiresAt * 1000 > clock.now());
  const expiresAt = Math.floor(clock.now() / 1000) + knownSeconds;
  await deviceEntity().put({ userId, deviceId, expiresAt }).go();
  context.setCookie({ name: deviceCookie, value: token, maxAgeSeconds: knownSeconds });
  if (known.length === 0 || known.some((device) => device.deviceId === deviceId)) return;
  const user = await findUser(userId);
  if (user) await mailSecurityNotice("newDevice", user, {}, context);
}
