import { isFailedCondition } from "../data/entity.ts";
import { updateUnrecorded } from "../data/recording.ts";
import type { OrgId } from "../kernel/id.ts";
import { webhookEventEntity } from "./entity.ts";
import type { WebhookSource } from "./schema.ts";

/** Takes the payloads that are about an erased person out of a source's events. The events stay: a provider repeats its calls for days. */
export async function forgetEvents(orgId: OrgId, source: WebhookSource, isTheirs: (payload: unknown) => boolean): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: { data: readonly { readonly key: string; readonly payload?: unknown }[]; cursor: string | null } =
      await webhookEventEntity().query.main({ orgId, source }).go({ consistent: true, cursor });
    for (const { key, payload } of page.data) {
      if (payload === undefined || !isTheirs(payload)) continue;
      try {
        await updateUnrecorded(webhookEventEntity().patch({ orgId, source, key }).remove(["payload"]).params(), "erasure");
      } catch (error) {
        // Past its time since.
        if (!isFailedCondition(error)) throw error;
      }
    }
    cursor = page.cursor;
  } while (cursor !== null);
}
