import { reportFailure } from "../data/consumer.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { broadcast } from "./broadcast.ts";
import { connectionsOf } from "./index.ts";
import type { OwnMessage } from "./schema.ts";

/**
 * Makes a person's open browsers refetch something that only they have. Best effort: a browser that misses it refetches when its page is looked at again.
 */
export async function notifyOwn(orgId: OrgId, userId: UserId, what: OwnMessage["what"], clock: Clock): Promise<void> {
  const theirs = (await connectionsOf(orgId, clock)).filter((connection) => connection.userId === userId);
  await send(new Set(theirs.map(({ connectionId }) => connectionId)), what, clock);
}

/** The same for the other browsers of the person whose connection this is. */
export async function notifyOthersOf(orgId: OrgId, connectionId: string, what: OwnMessage["what"], clock: Clock): Promise<void> {
  const open = await connectionsOf(orgId, clock);
  const userId = open.find((connection) => connection.connectionId === connectionId)?.userId;
  const others = open.filter((connection) => connection.userId === userId && connection.connectionId !== connectionId);
  await send(new Set(others.map((connection) => connection.connectionId)), what, clock);
}

async function send(listening: Set<string>, what: OwnMessage["what"], clock: Clock): Promise<void> {
  if (listening.size === 0) return;
  try {
    await broadcast(listening, { kind: "own", what }, clock);
  } catch (error) {
    reportFailure(`sending browsers for ${what}`, error);
  }
}
