import * as oauth from "oauth4webapi";
import { env } from "../kernel/env.ts";

/** The simulator on a developer's machine uses plain HTTP; nothing else may. */
export const options = () => ({ [oauth.allowInsecureRequests]: env("STAGE") === "local", signal: AbortSignal.timeout(10_000) });

let server: { readonly issuer: string; readonly found: Promise<oauth.AuthorizationServer> } | undefined;

/** Google's published endpoints and keys; fetched once, and again after a failure. */
export async function discover(issuer: URL): Promise<oauth.AuthorizationServer> {
  if (server?.issuer !== issuer.href) {
    const found = oauth.discoveryRequest(issuer, options()).then((response) => oauth.processDiscoveryResponse(issuer, response));
    server = { issuer: issuer.href, found };
    found.catch(() => (server = undefined));
  }
  return server.found;
}
