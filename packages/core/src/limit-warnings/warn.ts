import * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { membersOf } from "../organizations/index.ts";
import { intendOnce } from "../outbound/index.ts";
import { findRecipient, type User } from "../users/index.ts";
import { warningLevels, watchedLimits } from "./rules.ts";

/** What the effect stores about a warning. */
export const WarningPayload = z.object({
  limit: z.enum(watchedLimits),
  level: z.literal(warningLevels),
  used: z.number(),
  allowed: z.number(),
});

type Rise = z.output<typeof WarningPayload> & { readonly risenAt: string };

/** Mails the owner and the administrators who want to know, once for this rise. */
export async function mailWarning(orgId: OrgId, { risenAt, ...payload }: Rise, clock: Clock): Promise<void> {
  const { limit, level } = payload;
  for (const { userId, systemRole, suspendedAt } of await membersOf(orgId)) {
    if (systemRole === "BASIC" || suspendedAt || !(await readerOf(userId))) continue;
    const once = { orgId, by: "limit-warnings", keys: [`${limit}.${level}.${risenAt}.${userId}`], clock };
    await intendOnce(once, { purpose: "limitWarning", subject: { kind: "organization", id: orgId }, userId, payload });
  }
}

/** The person, if they want these notifications. */
export async function readerOf(userId: UserId): Promise<User | undefined> {
  const reader = await findRecipient(userId);
  return reader?.notifications.email && reader.notifications.planLimits ? reader : undefined;
}
