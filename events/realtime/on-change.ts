import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import { connectionsOf } from "@kartis/core/realtime/index.ts";
import type { LiveMessage } from "@kartis/core/realtime/schema.ts";
import { tell } from "@kartis/core/realtime/tell.ts";

/**
 * Tells the organization's open browsers what changed. Sending twice is harmless: a client that has the version ignores it. Where nobody listens nothing is
 * read, which is most of the time.
 */
export const handler = organizationConsumer({
  name: "realtime-on-change",
  async run(orgId, events, { clock }) {
    const connections = await connectionsOf(orgId, clock);
    if (connections.length === 0) return;
    const listening = new Set(connections.map(({ connectionId }) => connectionId));
    for (const { recordId } of events) {
      const record = await findRecord(orgId, recordId);
      if (record) await tell(listening, messageOf(record));
    }
  },
});

function messageOf({ id, actor, batchId, changes }: JournalRecord): LiveMessage {
  const [first] = changes;
  const action = first?.action ?? "card.update";
  if (first && changes.length === 1)
    return { kind: "change", id, action, subject: first.subject, version: first.version, actorId: actor.id };
  const typeIds = [...new Set(changes.flatMap((change) => change.subject.typeId ?? []))];
  return { kind: "batch", id, action, typeIds, count: changes.length, batchId: batchId ?? null, actorId: actor.id };
}
