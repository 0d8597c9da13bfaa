import { isFailedCondition } from "../data/entity.ts";
import { updateUnrecorded } from "../data/recording.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import type { Membership } from "../kernel/actor.ts";
import type { UserId } from "../kernel/id.ts";
import { membershipEntity, organizationEntity } from "./entity.ts";
import { noteVisitor } from "./family/access.ts";

const hour = 3_600_000;

/** Records that a person uses the organization: a member at most once an hour. A member removed at this moment stays removed. */
export async function noteActivity({ orgId, through }: Membership, userId: UserId, clock: Clock): Promise<void> {
  if (through) await noteVisitor(orgId, userId, through, clock);
  const lastActiveAt = instant(clock);
  const before = new Date(clock.now() - hour).toISOString();
  await Promise.all([
    once(
      membershipEntity()
        .patch({ userId, orgId })
        .set({ lastActiveAt })
        .where((attribute, { notExists, lt }) => `${notExists(attribute.lastActiveAt)} OR ${lt(attribute.lastActiveAt, before)}`)
        .params(),
    ),
    once(
      organizationEntity()
        .patch({ orgId, kind: "organization" })
        .set({ lastActiveAt })
        .where((attribute, { notExists, lt }) => `${notExists(attribute.lastActiveAt)} OR ${lt(attribute.lastActiveAt, before)}`)
        .params(),
    ),
  ]);
}

async function once(params: object): Promise<void> {
  try {
    await updateUnrecorded(params, "presence");
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
