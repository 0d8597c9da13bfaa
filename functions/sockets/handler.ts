import { systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { connect, disconnect } from "@kartis/core/realtime/index.ts";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";

interface ConnectEvent extends APIGatewayProxyWebsocketEventV2 {
  headers?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
}

/** The WebSocket Lambda: who comes with a ticket may listen; what they send is only a sign of life. */
export async function handler(event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const { connectionId, routeKey } = event.requestContext;
  switch (routeKey) {
    case "$connect":
      return open(connectionId, event);
    case "$disconnect":
      await disconnect(connectionId);
      return { statusCode: 200 };
    default:
      return { statusCode: 200 };
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
