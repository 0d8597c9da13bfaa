import {
  GoneException,
  PostToConnectionCommand,
  type ApiGatewayManagementApiClient,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { reportFailure } from "../data/consumer.ts";
import type { Clock } from "../kernel/clock.ts";
import { socketsApi } from "./gateway.ts";
import { forgetGone } from "./index.ts";
import type { GapMessage, LiveMessage, OwnMessage, PresenceMessage, RunsMessage, TypingMessage } from "./schema.ts";

/**
 * Sends to every connection in the set, removing unreachable ones from it. A problem with one socket must not make it send to all the others again: its browser
 * fetches when it reconnects. Throws when none could be reached, which means that the way to them is broken.
 */
export async function broadcast(
  listening: Set<string>,
  message: LiveMessage | PresenceMessage | GapMessage | TypingMessage | OwnMessage | RunsMessage,
  clock: Clock,
): Promise<void> {
  const api = socketsApi();
  const data = Buffer.from(JSON.stringify(message));
  const failures: unknown[] = [];
  const asked = [...listening];
  await Promise.all(
    asked.map(async (connectionId) => {
      try {
        if (!(await send(api, connectionId, data, clock))) listening.delete(connectionId);
      } catch (error) {
        listening.delete(connectionId);
        failures.push(error);
      }
    }),
  );
  if (failures.length === 0) return;
  if (failures.length === asked.length) throw failures[0];
  for (const failure of failures) reportFailure("sending to one connection", failure);
}

/** @returns false when nothing can be sent to it, now or any more. */
async function send(api: ApiGatewayManagementApiClient, connectionId: string, data: Buffer, clock: Clock): Promise<boolean> {
  try {
    await api.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
    return true;
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
    await forgetGone(connectionId, clock);
    return false;
  }
}
