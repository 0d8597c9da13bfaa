/* Everything that needs the WebAuthn library, which is as big as a fifth of the API: loaded when somebody uses a passkey, not with every cold start. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { env } from "../../kernel/env.ts";
import { challengeSeconds, passkeyRefused } from "./challenges.ts";
import type { Assertion, Registration } from "./schema.ts";
import type { Passkey } from "./store.ts";

/** No extension is asked for. */
export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;
export type RequestOptions = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;

const timeout = challengeSeconds * 1000;
/** COSE's identifiers of ES256, EdDSA and RS256: every authenticator supports one of them. */
const algorithms = [-7, -8, -257];

/** A passkey belongs to the deployment's host, and answers are valid from its origin alone. */
function relyingParty(): { origin: string; rpID: string } {
  const origin = env("PUBLIC_ORIGIN");
  return { origin, rpID: new URL(origin).hostname };
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));

const descriptorOf = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports: [...transports] });

/** The passkey the browser shall create: one that needs no user name, unlocked by a finger, a face or a PIN. */
export async function registrationOptions(
  user: { email: string; name: string; handle: string },
  known: readonly Passkey[],
  challenge: string,
): Promise<CreationOptions> {
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: "Kartis",
    rpID: relyingParty().rpID,
    userID: bytesOf(user.handle),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: "none",
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return options;
}

/** Options for the browser to sign with any passkey of this site, or with one of those listed. */
export async function assertionOptions(challenge: string, allowed?: readonly Passkey[]): Promise<RequestOptions> {
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: bytesOf(challenge),
    timeout,
    // Alone it counts as both steps; after a password, having it is the second.
    userVerification: allowed ? "preferred" : "required",
    ...(allowed ? { allowCredentials: allowed.map(descriptorOf) } : {}),
  });
  return options;
}

/** The new credential; throws UNAUTHORIZED unless it was made here, for this challenge, with the user verified. */
export async function verifyRegistration(
  registration: Registration,
  challenge: string,
): Promise<Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">> {
  const { origin, rpID } = relyingParty();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw passkeyRefused(cause);
  });
  if (!verified) throw passkeyRefused();
  const { id, publicKey, counter } = registrationInfo.credential;
  const { transports } = registration.response;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
}

/**
 * The passkey's new signature counter. Throws UNAUTHORIZED when the signature is not its own, or not of this challenge and origin, when user verification was
 * required and missing, or when its counter has not risen: then the key has been copied.
 */
export async function verifyAssertion(
  assertion: Assertion,
  passkey: Passkey,
  challenge: string,
  { requireUserVerification }: { requireUserVerification: boolean },
): Promise<number> {
  const { origin, rpID } = relyingParty();
  const { userHandle, ...response } = assertion.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response: { ...response, ...(userHandle ? { userHandle } : {}) }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification,
    credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter },
  }).catch((cause: unknown) => {
    throw passkeyRefused(cause);
  });
  if (!verified) throw passkeyRefused();
  return authenticationInfo.newCounter;
}
