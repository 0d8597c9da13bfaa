import * as oauth from "oauth4webapi";
import * as z from "zod";
import { googleServer, googleSettings } from "../google/index.ts";
import { env, findEnv } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { GmailRefusal } from "./refusal.ts";

/* Google's OAuth for a mailbox (facts/gmail section 1). */

const scopeOf = (name: string) => `https://www.googleapis.com/auth/${name}`;
/** Reading with its history, and sending. */
const scopes = [scopeOf("gmail.readonly"), scopeOf("gmail.send")] as const;

const redirectUri = () => `${env("PUBLIC_ORIGIN")}/api/gmail/callback`;

/** The person may take their time on Google's pages. */
const patienceMs = 15 * 60_000;

/** Kept by the browser meanwhile, encrypted: nobody else can finish what was begun, and nobody can finish it for another account or organization. */
const Kept = z.object({ state: z.string(), verifier: z.string(), startedAt: z.number() });

/** Whether Gmail can be connected: the deployment has a client at Google, and a topic for its notifications. */
export const isOffered = (): boolean => googleSettings() !== undefined && findEnv("GMAIL_TOPIC") !== undefined;

function requireSettings(): NonNullable<ReturnType<typeof googleSettings>> {
  const settings = googleSettings();
  if (!settings || !isOffered()) throw new KartisError("NOT_FOUND");
  return settings;
}

/**
 * Begins connecting a mailbox. The browser goes to `url`, and keeps `kept`. Throws NOT_FOUND if the deployment does not offer Gmail.
 * @param hint the address that Google proposes
 */
export async function startConnecting(
  orgId: OrgId,
  userId: UserId,
  hint: string | undefined,
  now: number,
): Promise<{ url: string; kept: string }> {
  const { issuer, client } = requireSettings();
  const { discover } = await googleServer();
  const { authorization_endpoint: endpoint = "" } = await discover(issuer);
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const url = new URL(endpoint);
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: ["openid", "email", ...scopes].join(" "),
    state,
    access_type: "offline",
    // Without it, Google gives no refresh token to whoever has consented before.
    prompt: "consent",
    ...(hint ? { login_hint: hint } : {}),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const kept = seal(JSON.stringify({ state, verifier, startedAt: now }), "gmail", [orgId, userId, "start"]);
  return { url: url.href, kept };
}

/**
 * Finishes what `startConnecting` began, for the same person in the same organization. @returns the refresh token. Throws PRECONDITION_FAILED: `errors.gmailDenied` if the
 * person did not consent, `errors.gmailScopes` if they left out a right that Kartis needs, and otherwise `errors.gmailFailed`.
 */
export async function finishConnecting(
  orgId: OrgId,
  userId: UserId,
  kept: string,
  parameters: URLSearchParams,
  now: number,
): Promise<string> {
  const settings = requireSettings();
  if (parameters.get("error") === "access_denied") throw failed("errors.gmailDenied");
  const { exchangeCode } = await googleServer();
  const tokens = await (async () => {
    const { state, verifier, startedAt } = Kept.parse(JSON.parse(unseal(kept, "gmail", [orgId, userId, "start"])));
    if (now - startedAt > patienceMs) throw new Error("It was begun too long ago");
    const { as, client, response } = await exchangeCode({ settings, redirectUri: redirectUri(), state, verifier, parameters });
    return oauth.processAuthorizationCodeResponse(as, client, response);
  })().catch((cause: unknown) => {
    throw failed("errors.gmailFailed", cause);
  });
  const granted = new Set((tokens.scope ?? "").split(" "));
  if (!scopes.every((scope) => granted.has(scope))) throw failed("errors.gmailScopes");
  if (!tokens.refresh_token) throw failed("errors.gmailFailed", new Error("No refresh token"));
  return tokens.refresh_token;
}

const failed = (messageKey: string, cause?: unknown) => new KartisError("PRECONDITION_FAILED", { messageKey, cause });

/** A new access token, and for how many seconds it is valid. Throws `GmailRefusal`; with `revoked` when the person, or time, has ended the access. */
export async function refresh(refreshToken: string): Promise<{ accessToken: string; seconds: number }> {
  const { issuer, client, secret } = requireSettings();
  const { discover, options } = await googleServer();
  try {
    const as = await discover(issuer);
    const response = await oauth.refreshTokenGrantRequest(as, client, oauth.ClientSecretPost(secret), refreshToken, options());
    const { access_token: accessToken, expires_in: seconds = 300 } = await oauth.processRefreshTokenResponse(
      as,
      client,
      response,
    );
    return { accessToken, seconds };
  } catch (error) {
    const isRevoked = error instanceof oauth.ResponseBodyError && error.error === "invalid_grant";
    // A client that is set up wrongly, and a server that is away: neither is the person's affair, and both may pass.
    throw new GmailRefusal(isRevoked ? "revoked" : "away", error);
  }
}

/** Ends the access that the person has given to Kartis. One that has ended already is not an error. */
export async function revoke(refreshToken: string): Promise<void> {
  const { issuer, client, secret } = requireSettings();
  const { discover, options } = await googleServer();
  const as = await discover(issuer);
  await oauth.revocationRequest(as, client, oauth.ClientSecretPost(secret), refreshToken, options());
}
