import type { Clock } from "../kernel/clock.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { requestCountEntity } from "./entity.ts";
import { requestLimits } from "./rules.ts";
import { epochSeconds } from "../kernel/clock.ts";

const windowSeconds = 60;

/** A caller's remaining requests in this minute, by the closer limit: its own or its organization's. */
export interface RequestQuota {
  readonly limit: number;
  /** Negative for a request beyond the limit. */
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Counts one request of the caller (a token's or a user's id) and of its organization, in windows of a minute. */
export async function countRequest(orgId: OrgId, caller: string, plan: PlanState["type"], clock: Clock): Promise<RequestQuota> {
  const seconds = epochSeconds(clock.now());
  const window = String(Math.floor(seconds / windowSeconds));
  const limits = requestLimits[plan];
  const [own, all] = await Promise.all(
    [
      { caller, limit: limits.caller },
      { caller: "all", limit: limits.organization },
    ].map(async (counted) => {
      const { data } = await requestCountEntity()
        .upsert({ orgId, caller: counted.caller, window, expiresAt: seconds + 2 * windowSeconds })
        .add({ count: 1 })
        .go({ response: "all_new" });
      return { limit: counted.limit, remaining: counted.limit - data.count };
    }),
  );
  if (!own || !all) throw new Error("Two counters, two answers");
  return { ...(all.remaining < own.remaining ? all : own), resetSeconds: windowSeconds - (seconds % windowSeconds) };
}
