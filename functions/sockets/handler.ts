import { reportFailure } from "@kartis/core/data/consumer.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { parseJson } from "@kartis/core/kernel/json.ts";
import { parseInput } from "@kartis/core/kernel/procedure.ts";
import { closeSocket } from "@kartis/core/realtime/close.ts";
import { channelOf, connect, disconnect, hasMissed, moveTo, typeOn } from "@kartis/core/realtime/index.ts";
import { BrowserMessage } from "@kartis/core/realtime/schema.ts";
import { broadcast } from "@kartis/core/realtime/broadcast.ts";
import { notifyOthersOf } from "@kartis/core/realtime/notify-own.ts";
import { sendWhoIsHere } from "@kartis/core/realtime/who-is-here.ts";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";

interface ConnectEvent extends APIGatewayProxyWebsocketEventV2 {
  headers?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
}

/** The WebSocket Lambda: a client with a ticket may listen, learns whether it missed something before, and reports which page it shows. */
export async function handler(event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const { connectionId, routeKey } = event.requestContext;
  switch (routeKey) {
    case "$connect":
      return open(connectionId, event);
    case "$disconnect":
      await sendToAll(await disconnect(connectionId));
      return { statusCode: 200 };
    default:
      await hear(connectionId, messageOf(event.body));
      return { statusCode: 200 };
  }
}

async function hear(connectionId: string, message: BrowserMessage | undefined): Promise<void> {
  const orgId = await channelOf(connectionId);
  // Nothing is ever sent to a connection that is not known. Its browser opens another one when this one ends.
  if (!orgId) return closeSocket(connectionId);
  if (message?.kind === "here") {
    // Moving does not change who is online.
    if ((await moveTo(orgId, connectionId, message.pathname, systemClock))?.isFirst) await sendToAll(orgId);
  } else if (message?.kind === "typing") {
    const others = await typeOn(orgId, connectionId, message.cardId, message.on, systemClock);
    if (others.length > 0) await broadcast(new Set(others), { kind: "typing", cardId: message.cardId }, systemClock);
  } else if (message?.kind === "own") await notifyOthersOf(orgId, connectionId, message.what, systemClock);
  else if (message?.kind === "catchUp" && (await hasMissed(orgId, message.ms, systemClock)))
    await broadcast(new Set([connectionId]), { kind: "gap" }, systemClock);
}

function messageOf(body: string | undefined): BrowserMessage | undefined {
  try {
    return parseInput(BrowserMessage, parseJson(body ?? ""));
  } catch {
    return undefined;
  }
}

/** Presence is a courtesy: failing to send it ends nothing. */
async function sendToAll(orgId: OrgId | undefined): Promise<void> {
  if (!orgId) return;
  try {
    await sendWhoIsHere(orgId, systemClock);
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
