import type { Clock } from "../kernel/clock.ts";
import type { OrgId } from "../kernel/id.ts";
import { incomingCountEntity } from "./entity.ts";
import { callsAMinute } from "./rules.ts";
import type { IntakeId } from "./schema.ts";
import { epochSeconds } from "../kernel/clock.ts";

/** Counts a call. @returns the seconds after which it may come again if there are too many in this minute; otherwise undefined. */
export async function countCall(orgId: OrgId, intakeId: IntakeId, clock: Clock): Promise<number | undefined> {
  const seconds = epochSeconds(clock.now());
  const { data } = await incomingCountEntity()
    .upsert({ orgId, webhookId: intakeId, window: String(Math.floor(seconds / 60)), expiresAt: seconds + 120 })
    .add({ count: 1 })
    .go({ response: "all_new" });
  return data.count > callsAMinute ? 60 - (seconds % 60) : undefined;
}
