import { ApiGatewayManagementApiClient, GoneException, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { organizationConsumer, reportFailure } from "@kartis/core/data/consumer.ts";
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
    const listening = new Set(connections.map(({ connectionId }) => connectionId));
    for (const { recordId } of events) {
      const record = await findRecord(orgId, recordId);
      if (record) await broadcast(api, listening, Buffer.from(JSON.stringify(messageOf(record))));
    }
  },
});

/**
 * To every connection in the set; who cannot be reached is taken out of it. One socket's trouble is no reason to tell all the others again: its browser
 * fetches when it connects anew. Throws when none could be reached, for then it is the way to them that is broken.
 */
async function broadcast(api: ApiGatewayManagementApiClient, listening: Set<string>, data: Buffer): Promise<void> {
  const failures: unknown[] = [];
  const asked = [...listening];
  await Promise.all(
    asked.map(async (connectionId) => {
      try {
        if (!(await send(api, connectionId, data))) listening.delete(connectionId);
      } catch (error) {
        listening.delete(connectionId);
        failures.push(error);
      }
    }),
  );
  if (failures.length === 0) return;
  if (failures.length === asked.length) throw failures[0];
  for (const failure of failures) reportFailure("realtime-on-change, one connection", failure);
}

function messageOf({ id, actor, batchId, changes }: JournalRecord): LiveMessage {
  const [first] = changes;
  const action = first?.action ?? "card.update";
  if (first && changes.length === 1)
    return { kind: "change", id, action, subject: first.subject, version: first.version, actorId: actor.id };
  const typeIds = [...new Set(changes.flatMap((change) => change.subject.typeId ?? []))];
  return { kind: "batch", id, action, typeIds, count: changes.length, batchId: batchId ?? null, actorId: actor.id };
}

/** @returns false when the connection is no more. */
async function send(api: ApiGatewayManagementApiClient, connectionId: string, data: Buffer): Promise<boolean> {
  try {
    await api.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
    return true;
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
    await disconnect(connectionId);
    return false;
  }
}
