import { reportFailure } from "@kartis/core/data/consumer.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { connect, connectionsOf, disconnect, hasMissed, moveTo } from "@kartis/core/realtime/index.ts";
import { BrowserMessage } from "@kartis/core/realtime/schema.ts";
import { tell } from "@kartis/core/realtime/tell.ts";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";

interface ConnectEvent extends APIGatewayProxyWebsocketEventV2 {
  headers?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
}

/** The WebSocket Lambda: who comes with a ticket may listen, is told what they missed before they did, and says which page they look at. */
export async function handler(event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const { connectionId, routeKey } = event.requestContext;
  switch (routeKey) {
    case "$connect":
      return open(connectionId, event);
    case "$disconnect":
      await tellWhoIsHere(await disconnect(connectionId));
      return { statusCode: 200 };
    default:
      await hear(connectionId, messageOf(event.body));
      return { statusCode: 200 };
  }
}

async function hear(connectionId: string, message: BrowserMessage | undefined): Promise<void> {
  if (message?.kind === "here") await tellWhoIsHere(await moveTo(connectionId, message.pathname, systemClock));
  else if (message?.kind === "catchUp" && (await hasMissed(connectionId, message.ms, systemClock)))
    await tell(new Set([connectionId]), { kind: "gap" });
}

function messageOf(body: string | undefined): BrowserMessage | undefined {
  try {
    return BrowserMessage.parse(JSON.parse(body ?? ""));
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
