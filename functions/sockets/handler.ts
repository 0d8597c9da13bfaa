import { reportFailure } from "@kartis/core/data/consumer.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { connect, connectionsOf, disconnect, moveTo } from "@kartis/core/realtime/index.ts";
import { HereMessage } from "@kartis/core/realtime/schema.ts";
import { tell } from "@kartis/core/realtime/tell.ts";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";

interface ConnectEvent extends APIGatewayProxyWebsocketEventV2 {
  headers?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
}

/** The WebSocket Lambda: who comes with a ticket may listen, and says which page they look at. */
export async function handler(event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const { connectionId, routeKey } = event.requestContext;
  switch (routeKey) {
    case "$connect":
      return open(connectionId, event);
    case "$disconnect":
      await tellWhoIsHere(await disconnect(connectionId));
      return { statusCode: 200 };
    default: {
      const pathname = pathnameOf(event.body);
      if (pathname !== undefined) await tellWhoIsHere(await moveTo(connectionId, pathname, systemClock));
      return { statusCode: 200 };
    }
  }
}

/** The page that a browser says it shows; undefined for anything else it sends. */
function pathnameOf(body: string | undefined): string | undefined {
  try {
    return HereMessage.parse(JSON.parse(body ?? "")).pathname;
  } catch {
    return undefined;
  }
}

/** Bids everybody in the organization ask who is here. Presence is a courtesy: that it could not be told ends nothing. */
async function tellWhoIsHere(orgId: OrgId | undefined): Promise<void> {
  if (!orgId) return;
  try {
    const connections = await connectionsOf(orgId, systemClock);
    await tell(new Set(connections.map(({ connectionId }) => connectionId)), { kind: "presence" });
  } catch (error) {
    reportFailure("sockets", error);
  }
}

async function open(connectionId: string, event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const headers = Object.fromEntries(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  // Browsers do not apply the same-origin policy to sockets.
  if (headers["origin"] && headers["origin"] !== env("PUBLIC_ORIGIN")) return { statusCode: 403 };
  try {
    await connect(connectionId, event.queryStringParameters?.["ticket"] ?? "", systemClock);
    return { statusCode: 200 };
  } catch (error) {
    if (error instanceof KartisError) return { statusCode: 401 };
    throw error;
  }
}
