import { ApiGatewayManagementApiClient, GoneException, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { consumer } from "@kartis/core/data/consumer.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { connectionsOf, disconnect } from "@kartis/core/realtime/index.ts";
import type { LiveMessage } from "@kartis/core/realtime/schema.ts";

let client: ApiGatewayManagementApiClient | undefined;

/** Tells the organization's open browsers what changed. Sending twice is harmless: a client that has the version ignores it. */
export const handler = consumer({
  name: "realtime-on-change",
  on: "all",
  async run(record, { clock }) {
    const connections = await connectionsOf(record.orgId, clock);
    if (connections.length === 0) return;
    client ??= new ApiGatewayManagementApiClient({ endpoint: env("SOCKETS_ENDPOINT") });
    const [first] = record.changes;
    if (!first) return;
    const message: LiveMessage =
      record.changes.length === 1
        ? {
            kind: "change",
            id: record.id,
            action: first.action,
            subject: first.subject,
            version: first.version,
            actorId: record.actor.id,
          }
        : {
            kind: "batch",
            id: record.id,
            action: first.action,
            typeIds: [...new Set(record.changes.flatMap((change) => change.subject.typeId ?? []))],
            count: record.changes.length,
            batchId: record.batchId ?? null,
            actorId: record.actor.id,
          };
    const data = Buffer.from(JSON.stringify(message));
    await Promise.all(connections.map(({ connectionId }) => send(client, connectionId, data)));
  },
});

async function send(api: ApiGatewayManagementApiClient | undefined, connectionId: string, data: Buffer): Promise<void> {
  try {
    await api?.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
    await disconnect(connectionId);
  }
}
