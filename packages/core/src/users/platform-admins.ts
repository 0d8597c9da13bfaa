import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import type { UserId } from "../kernel/id.ts";
import { platformAdminEntity } from "./entity.ts";

const grantedDays = 365;

/** Makes the person a platform admin for a year, from their next sign-in on. */
export async function grantPlatformAdmin(userId: UserId, clock: Clock): Promise<void> {
  await platformAdminEntity()
    .put({
      userId,
      grantedAt: instant(clock),
      expiresAt: epochSeconds(clock.now()) + grantedDays * 86_400,
    })
    .go();
}

/** Revokes it. Sessions that have the right keep it, so the caller ends them. */
export async function revokePlatformAdmin(userId: UserId): Promise<void> {
  await platformAdminEntity().delete({ userId }).go();
}

/** Whether the person is a platform admin now, by a strongly consistent read. */
export async function isPlatformAdmin(userId: UserId, clock: Clock): Promise<boolean> {
  const { data } = await platformAdminEntity().get({ userId }).go({ consistent: true });
  return data !== null && data.expiresAt * 1000 > clock.now();
}
