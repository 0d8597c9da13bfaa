import * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import { idFrom, type OrgId, type UserId } from "../kernel/id.ts";
import { administratorsOf } from "../organizations/index.ts";
import { intendOnce } from "../outbound/index.ts";
import { findRecipient, type User } from "../users/index.ts";
import { warningLevels, watchedLimits } from "./rules.ts";

/** Payload of the effect for a warning. */
export const WarningPayload = z.object({
  limit: z.enum(watchedLimits),
  level: z.literal(warningLevels),
  used: z.number(),
  allowed: z.number(),
});

type Rise = z.output<typeof WarningPayload> & { readonly risenAt: string };

/** Something that happened to an organization's owner and administrators, for their notifications. */
export interface PlanNotice {
  /** The same for the same rise. */
  readonly id: string;
  readonly at: string;
  readonly userIds: readonly UserId[];
  readonly details: Pick<Rise, "limit" | "level" | "used" | "allowed">;
}
/** Keeps it: given, since notifications know more than plans do. */
export type Notify = (orgId: OrgId, notice: PlanNotice) => Promise<void>;

/** Warns the owner and the administrators who want to know, once for this rise. */
export async function warn(orgId: OrgId, { risenAt, ...payload }: Rise, clock: Clock, notify: Notify): Promise<void> {
  const { limit, level } = payload;
  const userIds = (await administratorsOf(orgId)).map(({ userId }) => userId);
  const id = idFrom("req", Date.parse(risenAt), `${orgId} ${limit} ${level}`).slice(4);
  await notify(orgId, { id, at: risenAt, userIds, details: payload });
  for (const userId of userIds) {
    if (!(await readerOf(userId))) continue;
    const once = { orgId, by: "limit-warnings", keys: [`${limit}.${level}.${risenAt}.${userId}`], clock };
    await intendOnce(once, { purpose: "limitWarning", subject: { kind: "organization", id: orgId }, userId, payload });
  }
}

/** The person, if they want these notifications. */
export async function readerOf(userId: UserId): Promise<User | undefined> {
  const reader = await findRecipient(userId);
  return reader?.notifications.email && reader.notifications.planLimits ? reader : undefined;
}
