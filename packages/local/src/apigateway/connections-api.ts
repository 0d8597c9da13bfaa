import { type Access, accessKeyIdOf } from "../iam/access.ts";
import { connectionArn } from "../iam/roles.ts";
import type { HttpHandler } from "../wire/http.ts";
import { readBody, replyJson } from "../wire/http.ts";
import { AwsError } from "../wire/errors.ts";
import { largestMessageBytes, sendInFrames } from "./websocket-api.ts";
import type { Connection } from "./websocket-api.ts";

const contentType = "application/json";

/** The `@connections` management API: post to a connection, look it up, end it. 410 GoneException for one that is gone. */
export function serveConnections(connections: ReadonlyMap<string, Connection>, access: Access): HttpHandler {
  return async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const encodedId = /^\/(?:[^/]+\/)?@connections\/([^/]+)$/.exec(path)?.[1];
    if (encodedId === undefined) throw new AwsError("ForbiddenException", "Forbidden", { status: 403 });
    const resource = connectionArn(request.method ?? "", decodeURIComponent(encodedId));
    const denial = access.denial(accessKeyIdOf(request), [{ action: "execute-api:ManageConnections", resource }]);
    if (denial) throw new AwsError("AccessDeniedException", denial, { status: 403 });
    const connection = connections.get(decodeURIComponent(encodedId));
    const body = request.method === "POST" ? await readBody(request, largestMessageBytes).catch(tooLarge) : Buffer.alloc(0);
    const socket = connection?.socket;
    if (connection === undefined || socket === undefined || socket.readyState !== socket.OPEN) {
      throw new AwsError("GoneException", "", { status: 410 });
    }
    if (request.method === "POST") {
      await sendInFrames(socket, body).catch(() => {
        throw new AwsError("GoneException", "", { status: 410 });
      });
      return replyJson(response, { contentType, body: {} });
    }
    if (request.method === "DELETE") {
      socket.close(1000);
      response.writeHead(204).end();
      return;
    }
    if (request.method !== "GET") throw new AwsError("ForbiddenException", "Forbidden", { status: 403 });
    replyJson(response, {
      contentType,
      body: {
        connectedAt: new Date(connection.connectedAt).toISOString(),
        lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
        identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
      },
    });
  };
}

function tooLarge(): never {
  throw new AwsError("PayloadTooLargeException", "Message too large", { status: 413 });
}
