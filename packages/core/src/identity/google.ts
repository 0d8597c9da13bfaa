import * as oauth from "oauth4webapi";
import * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { findUser, createUser, type User } from "../users/index.ts";
import { googleServer, googleSettings } from "../google/index.ts";
import { googleAccountEntity } from "./entity.ts";
import { EmailSchema } from "./schema.ts";
import { admit, type SignedIn } from "./second-factor.ts";
import { userOf } from "./sign-up.ts";

/** Kept by the browser during the sign-in at Google; the callback's parameters must match it. */
const Kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** OpenID Connect Core section 2, with Google's `hd`: the Workspace domain that the account belongs to. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: EmailSchema,
  email_verified: z.literal(true),
  name: z.string().trim().min(1).max(120).optional(),
  hd: z.string().optional(),
});

/** Where Google sends the browser back to. */
const redirectUri = () => `${env("PUBLIC_ORIGIN")}/api/identity/google/callback`;

/**
 * Begins signing in with Google. The browser goes to `url` and keeps `kept` in its own cookie: without it nobody can finish what was begun, so that nobody is
 * signed in to an account somebody else has chosen. Throws NOT_FOUND if Google is not configured.
 */
export async function startGoogle(): Promise<{ url: URL; kept: string }> {
  const google = googleSettings();
  if (!google) throw new KartisError("NOT_FOUND");
  const { discover } = await googleServer();
  const { authorization_endpoint: endpoint = "" } = await discover(google.issuer);
  const [state, nonce, verifier] = [oauth.generateRandomState(), oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()];
  const url = new URL(endpoint);
  url.search = new URLSearchParams({
    client_id: google.client.client_id,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    prompt: "select_account",
  }).toString();
  return { url, kept: Buffer.from(JSON.stringify({ state, nonce, verifier })).toString("base64url") };
}

/**
 * Finishes what `startGoogle` began: `parameters` is what Google sent the browser back with. The code is exchanged, the identity token's signature, issuer,
 * audience, time and nonce are checked, and its person is admitted as after any first factor. A new person gets an account, in `language`. Throws UNAUTHORIZED;
 * with `errors.googleMail` when Google does not itself run the mailbox.
 */
export async function finishGoogle(
  kept: string,
  parameters: URLSearchParams,
  language: User["language"],
  context: CallContext,
): Promise<SignedIn> {
  const google = googleSettings();
  if (!google) throw new KartisError("NOT_FOUND");
  const claims = await claimsOf(google, kept, parameters).catch((cause: unknown) => {
    throw new KartisError("UNAUTHORIZED", { messageKey: "errors.googleFailed", cause });
  });
  return admit(await personOf(claims, language, context.clock), context);
}

async function claimsOf(
  settings: NonNullable<ReturnType<typeof googleSettings>>,
  kept: string,
  parameters: URLSearchParams,
): Promise<z.output<typeof Claims>> {
  const { state, nonce, verifier } = Kept.parse(JSON.parse(Buffer.from(kept, "base64url").toString("utf8")));
  const { exchangeCode, options } = await googleServer();
  const { as, client, response } = await exchangeCode({ settings, redirectUri: redirectUri(), state, verifier, parameters });
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(as, response, options());
  return Claims.parse(oauth.getValidatedIdTokenClaims(tokens));
}

/**
 * The account behind the Google account: by its permanent subject if it has signed in before, else by its address. Google vouches for an address only where it
 * runs the mailbox (gmail.com, or a Workspace domain: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token); others may have changed
 * hands.
 */
async function personOf(claims: z.output<typeof Claims>, language: User["language"], clock: Clock): Promise<UserId> {
  const { sub: subject, email, name = email.slice(0, email.indexOf("@")), hd } = claims;
  const { data: known } = await googleAccountEntity().get({ subject }).go({ consistent: true });
  // An account deleted since is not recreated this way.
  if (known && isId("usr", known.userId) && (await findUser(known.userId))) return known.userId;
  if (!hd && !email.endsWith("@gmail.com")) throw new KartisError("UNAUTHORIZED", { messageKey: "errors.googleMail" });
  const userId = await userOf(email, () => createUser({ email, name, language, passwordHash: undefined }, clock));
  await googleAccountEntity().put({ subject, userId }).go();
  return userId;
}
