import { DeleteConnectionCommand, GoneException } from "@aws-sdk/client-apigatewaymanagementapi";
import type { Clock } from "../kernel/clock.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { socketsApi } from "./gateway.ts";
import { forgetSocket, socketsOf } from "./index.ts";

/** Closes one socket; harmless for one that is closed. */
export async function closeSocket(connectionId: string): Promise<void> {
  try {
    await socketsApi().send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
  }
}

/** Closes every socket that the person has open in the organization. Harmless to repeat. */
export async function closeSockets(orgId: OrgId, userId: UserId, clock: Clock): Promise<void> {
  for (const connectionId of await socketsOf(orgId, userId, clock)) {
    await closeSocket(connectionId);
    await forgetSocket(orgId, connectionId);
  }
}
