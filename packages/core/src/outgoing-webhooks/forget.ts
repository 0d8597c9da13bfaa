import { concurrently } from "../kernel/concurrently.ts";
import type { Id, OrgId } from "../kernel/id.ts";
import { endpointsOf } from "./endpoints.ts";
import { deliveryEntity, replayEntity, shardOf, waitingEntity } from "./entity.ts";
import { forgetProgress } from "./progress.ts";

/** Number of items that are read at a time. */
const pageSize = 200;
const each = <Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>) => concurrently(items, { atOnce: 16 }, run);

/** Deletes the log and the pending messages of an endpoint that was removed. */
export async function forgetEndpoint(orgId: OrgId, endpointId: Id<"hok">): Promise<void> {
  const of = { orgId, shard: shardOf(endpointId), endpointId };
  for (;;) {
    const { data } = await waitingEntity().query.main(of).go({ consistent: true, limit: pageSize });
    await each(data, ({ subjectId, order, messageId }) =>
      waitingEntity()
        .delete({ ...of, subjectId, order, messageId })
        .go(),
    );
    if (data.length === 0) break;
  }
  for (;;) {
    const { data } = await deliveryEntity()
      .query.main(of)
      .go({ consistent: true, limit: pageSize, attributes: ["messageId"] });
    await each(data, ({ messageId }) =>
      deliveryEntity()
        .delete({ ...of, messageId })
        .go(),
    );
    if (data.length === 0) break;
  }
  const { data: replays } = await replayEntity().query.main({ orgId, endpointId }).go({ consistent: true, pages: "all" });
  await each(replays, ({ replayId }) => replayEntity().delete({ orgId, endpointId, replayId }).go());
  await forgetProgress(orgId, endpointId);
}

/**
 * Removes bodies and answers up to the given instant from the log: for the erasure of a person, whose values may be in any of them. Pending messages get a new
 * body from the journal, which no longer has the person's values.
 */
export async function forgetBodies(orgId: OrgId, until: string): Promise<void> {
  for (const { endpointId } of await endpointsOf(orgId)) {
    const of = { orgId, shard: shardOf(endpointId), endpointId };
    let cursor: string | null = null;
    do {
      const page: { data: readonly { messageId: string; bodyAt?: string | undefined }[]; cursor: string | null } =
        await deliveryEntity()
          .query.main(of)
          .go({ consistent: true, cursor, limit: pageSize, attributes: ["messageId", "bodyAt"] });
      await each(
        page.data.filter(({ bodyAt }) => bodyAt !== undefined && bodyAt <= until),
        ({ messageId }) =>
          deliveryEntity()
            .patch({ ...of, messageId })
            .remove(["body", "bodyAt", "answer"])
            .go(),
      );
      cursor = page.cursor;
    } while (cursor !== null);
  }
}
