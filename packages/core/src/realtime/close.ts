import { ApiGatewayManagementApiClient, DeleteConnectionCommand, GoneException } from "@aws-sdk/client-apigatewaymanagementapi";
import type { Clock } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { forgetSocket, socketsOf } from "./index.ts";

let client: ApiGatewayManagementApiClient | undefined;

/** Closes one socket; harmless for one that is closed. */
export async function closeSocket(connectionId: string): Promise<void> {
  const api = (client ??= new ApiGatewayManagementApiClient({ endpoint: env("SOCKETS_ENDPOINT") }));
  try {
    await api.send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
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
