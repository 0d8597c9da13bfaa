import { update, type Write } from "../data/commit.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Endpoint } from "./endpoints.ts";
import { type DeliveryItem, shardOf, waitingEntity } from "./entity.ts";
import { findProgress } from "./progress.ts";

type Pending = Pick<DeliveryItem, "state" | "messageId" | "subjectId" | "order">;

/** Pending messages about the subject up to this one, which is attempted after them; strongly consistent, in their order. */
async function upTo({ orgId, endpointId }: Endpoint, { subjectId, order, messageId }: Pending) {
  const { data } = await waitingEntity()
    .query.main({ orgId, shard: shardOf(endpointId), endpointId, subjectId })
    .lte({ order, messageId })
    .go({ consistent: true, pages: "all" });
  return data;
}

/** When each of the pending messages among these is attempted next, at the earliest, by its id. None is while the endpoint is not active. */
export async function nextAttempts(endpoint: Endpoint, deliveries: readonly Pending[]): Promise<ReadonlyMap<string, string>> {
  const pending = deliveries.filter(({ state }) => state === "waiting");
  if (endpoint.state !== "active" || pending.length === 0) return new Map();
  const progress = await findProgress(endpoint.orgId, endpoint.endpointId);
  const instants = await Promise.all(
    pending.map(async (one): Promise<[string, string]> => {
      const dueAts = (await upTo(endpoint, one)).map(({ dueAt }) => dueAt);
      return [one.messageId, new Date(Math.max(progress?.heldUntil ?? 0, ...dueAts)).toISOString()];
    }),
  );
  return new Map(instants);
}

const mostAtOnce = 50;

/** The writes that make a pending message due now, with those that it waits for. */
export async function dueNow(endpoint: Endpoint, message: Pending, clock: Clock): Promise<Write[]> {
  const now = clock.now();
  const { orgId, endpointId } = endpoint;
  return (await upTo(endpoint, message))
    .filter(({ dueAt }) => dueAt > now)
    .slice(0, mostAtOnce)
    .map(({ subjectId, order, messageId, attempts }) =>
      update(
        waitingEntity()
          .patch({ orgId, shard: shardOf(endpointId), endpointId, subjectId, order, messageId })
          .set({ dueAt: now })
          .where((attribute, { eq }) => eq(attribute.attempts, attempts))
          .params(),
        "stale",
      ),
    );
}
