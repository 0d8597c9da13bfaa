import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { findUser } from "../users/index.ts";
import { deviceEntity } from "./entity.ts";
import { mailSecurityNotice } from "./security-notice.ts";
import { epochSeconds } from "../kernel/clock.ts";

/** Independent of who is signed in: it stays when they sign out, and grants nothing. */
export const deviceCookie = "kartis_device";

const knownSeconds = 365 * 86_400;
const tokenForm = /^[A-Za-z0-9_-]{32}$/;
const newToken = () => randomBytes(24).toString("base64url");
const deviceIdOf = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 22);

/** The browser's token; undefined if it was never given one. */
const keptToken = ({ device }: CallContext["client"]) => (device !== undefined && tokenForm.test(device) ? device : undefined);

/** The browser's id, for data given to it alone; undefined if it was never given one. */
export function findDeviceId({ client }: Pick<CallContext, "client">): string | undefined {
  const token = keptToken(client);
  return token && deviceIdOf(token);
}

/** The same, created now for a browser without one. */
export function deviceIdFor(context: CallContext, keptSeconds: number): string {
  const known = findDeviceId(context);
  if (known) return known;
  const token = newToken();
  context.setCookie({ name: deviceCookie, value: token, maxAgeSeconds: keptSeconds });
  return deviceIdOf(token);
}

/** Whether the person has signed in with this browser within a year. */
export async function isKnownDevice(userId: UserId, { client, clock }: Pick<CallContext, "client" | "clock">): Promise<boolean> {
  const deviceId = findDeviceId({ client });
  if (!deviceId) return false;
  const { data } = await deviceEntity().get({ userId, deviceId }).go({ consistent: true });
  return data !== null && data.expiresAt * 1000 > clock.now();
}

/**
 * Records that the person signs in with this browser, and notifies them by mail if they never have before. A browser is known by its own cookie: kinds of
 * browsers and addresses are shared by strangers, and change with every update and café. Nobody is notified about the very first browser: the account was
 * created with it.
 */
export async function noteDevice(userId: UserId, context: CallContext): Promise<void> {
  const { client, clock } = context;
  const token = keptToken(client) ?? newToken();
  const deviceId = deviceIdOf(token);
  const { data } = await deviceEntity().query.main({ userId }).go({ consistent: true, pages: "all" });
  const known = data.filter(({ expiresAt }) => expiresAt * 1000 > clock.now());
  const expiresAt = epochSeconds(clock.now()) + knownSeconds;
  await deviceEntity().put({ userId, deviceId, expiresAt }).go();
  context.setCookie({ name: deviceCookie, value: token, maxAgeSeconds: knownSeconds });
  if (known.length === 0 || known.some((device) => device.deviceId === deviceId)) return;
  const user = await findUser(userId);
  if (user) await mailSecurityNotice("newDevice", user, {}, context);
}
