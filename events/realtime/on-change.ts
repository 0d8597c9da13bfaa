import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import type { JournalAction, JournalRecord } from "@kartis/core/data/journal.ts";
import { connectionsOf, disconnectStrangers } from "@kartis/core/realtime/index.ts";
import type { LiveMessage } from "@kartis/core/realtime/schema.ts";
import { broadcast } from "@kartis/core/realtime/broadcast.ts";

/**
 * Notifies the organization's open browsers of changes. Sending twice is harmless: a client that has the version ignores it. Where nobody listens nothing is
 * read, which is most of the time.
 */
export const handler = organizationConsumer({
  name: "realtime-on-change",
  async run(orgId, events, { clock }) {
    const connections = await connectionsOf(orgId, clock);
    if (connections.length === 0) return;
    // When access to a child organization is revoked, the sockets of the parent's people go, reachable or not.
    const ends = events.some(({ actions }) => actions.some((action) => endsAccess.has(action)));
    if (ends) await disconnectStrangers(orgId, clock);
    const left = ends ? await connectionsOf(orgId, clock) : connections;
    const listening = new Set(left.map(({ connectionId }) => connectionId));
    for (const { recordId } of events) {
      const record = await findRecord(orgId, recordId);
      if (record) await broadcast(listening, messageOf(record), clock);
    }
  },
});

const endsAccess: ReadonlySet<string> = new Set<JournalAction>(["organization.detach", "organization.accessUpdate"]);

function messageOf({ id, changes }: JournalRecord): LiveMessage {
  const [first] = changes;
  const action = first?.action ?? "card.update";
  if (first && changes.length === 1) return { kind: "change", id, action, subject: first.subject, version: first.version };
  const typeIds = [...new Set(changes.flatMap((change) => change.subject.typeId ?? []))];
  return { kind: "batch", id, action, typeIds };
}
