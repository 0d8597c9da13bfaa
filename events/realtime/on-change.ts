import { ApiGatewayManagementApiClient, GoneException, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { connectionsOf, disconnect } from "@kartis/core/realtime/index.ts";
import type { LiveMessage } from "@kartis/core/realtime/schema.ts";

let client: ApiGatewayManagementApiClient | undefined;

/**
 * Tells the organization's open browsers what changed. Sending twice is harmless: a client that has the version ignores it. Where nobody listens nothing is
 * read, which is most of the time.
 */
export const handler = organizationConsumer({
  name: "realtime-on-change",
  async run(orgId, events, { clock }) {
    const connections = await connectionsOf(orgId, clock);
    if (connections.length === 0) return;
    const api = (client ??= new ApiGatewayManagementApiClient({ endpoint: env("SOCKETS_ENDPOINT") }));
    for (const { recordId } of events) {
      const record = await findRecord(orgId, recordId);
      if (!record) continue;
      const data = Buffer.from(JSON.stringify(messageOf(record)));
      await Promise.all(connections.map(({ connectionId }) => send(api, connectionId, data)));
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

async function send(api: ApiGatewayManagementApiClient, connectionId: string, data: Buffer): Promise<void> {
  try {
    await api.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
    await disconnect(connectionId);
  }
}
