import * as oauth from "oauth4webapi";
import { env } from "../kernel/env.ts";
import type { googleSettings } from "./settings.ts";

/** The simulator on a developer's machine uses plain HTTP; nothing else may. */
export const options = () => ({ [oauth.allowInsecureRequests]: env("STAGE") === "local", signal: AbortSignal.timeout(10_000) });

/** What was kept of a request for authorization, and what the browser came back with. */
interface Returned {
  readonly settings: NonNullable<ReturnType<typeof googleSettings>>;
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  readonly parameters: URLSearchParams;
}

/** Exchanges the authorization code for tokens (RFC 6749 section 4.1.3, with PKCE). Throws if the parameters do not belong to the request. */
export async function exchangeCode({ settings, redirectUri, state, verifier, parameters }: Returned) {
  const { issuer, client, secret } = settings;
  const as = await discover(issuer);
  const validated = oauth.validateAuthResponse(as, client, parameters, state);
  const authentication = oauth.ClientSecretPost(secret);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication,
    validated,
    redirectUri,
    verifier,
    options(),
  );
  return { as, client, response };
}

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
