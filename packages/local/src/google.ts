import { type GoogleClient, simulateGoogle } from "@kartis/simulators/google.ts";
import type { GoogleAccounts } from "@kartis/simulators/google-accounts.ts";
import { type HttpHandler, readBody } from "./wire/http.ts";

/** Path of the simulator under the origin. */
export const googlePath = "/local/google";

/** The environment that makes the API take the simulator for Google, and the simulator itself. */
export function localGoogle(
  origin: string,
  accounts: GoogleAccounts,
): { issuer: string; environment: Readonly<Record<string, string>>; handler: HttpHandler } {
  const issuer = `${origin}${googlePath}`;
  const client: GoogleClient = {
    clientId: "kartis-local",
    clientSecret: "known to everybody on this machine",
    redirectUris: [`${origin}/api/identity/google/callback`, `${origin}/api/gmail/callback`],
  };
  const simulate = simulateGoogle(issuer, client, accounts);
  return {
    issuer,
    environment: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: client.clientId, GOOGLE_CLIENT_SECRET: client.clientSecret },
    async handler(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? "/", origin);
      const form = new URLSearchParams((await readBody(request, 64 * 1024)).toString("utf8"));
      const path = pathname.slice(googlePath.length);
      const { status, headers, body } = simulate({ method: request.method ?? "GET", path, query: searchParams, form });
      response.writeHead(status, headers).end(body);
    },
  };
}
