import { update, type Write } from "../data/commit.ts";
import { epochSeconds } from "../kernel/clock.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { smsDayEntity } from "./entity.ts";

/** SMS that Kartis sends to a member in a day, in UTC: whoever sets up a reminder decides what the organization pays. */
export const mostADay = 50;

/** Longer than the day and the clocks of all processes. */
const keptSeconds = 3 * 86_400;
const dayOf = (at: string): string => at.slice(0, 10);

/** Whether a member gets no more SMS on the day of this instant; strongly consistent. */
export async function hasHadAll(orgId: OrgId, userId: UserId, at: string): Promise<boolean> {
  const { data } = await smsDayEntity()
    .get({ orgId, userId, day: dayOf(at) })
    .go({ consistent: true });
  return (data?.count ?? 0) >= mostADay;
}

/** The write that counts an SMS to a member, in the transaction that pays for it; undefined if they have had all of the day. Read anew each time the commit is prepared. */
export async function countToMember(orgId: OrgId, userId: UserId, at: string): Promise<Write | undefined> {
  if (await hasHadAll(orgId, userId, at)) return undefined;
  const counted = smsDayEntity()
    .update({ orgId, userId, day: dayOf(at) })
    .add({ count: 1 })
    .set({ expiresAt: epochSeconds(Date.parse(at)) + keptSeconds })
    .where((attribute, { lt, notExists }) => `${notExists(attribute.count)} OR ${lt(attribute.count, mostADay)}`);
  return update(counted.params(), "stale");
}
