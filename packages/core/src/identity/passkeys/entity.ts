import { globalEntity, lazy } from "../../data/entity.ts";

const main = <const P extends string>(pk: P) => ({
  pk: { field: "pk", composite: [pk], casing: "none" } as const,
  sk: { field: "sk", composite: [], casing: "none" } as const,
});

const personal = "a person has it, whatever organizations they belong to";

/** A key pair whose private half a device or password manager keeps. By the id from its authenticator; `byUser`: the list of a person's own. */
export const passkeyEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "passkey", version: "1" },
      attributes: {
        credentialId: { type: "string", required: true },
        userId: { type: "string", required: true },
        /** The handle by which the authenticator knows the person. */
        handle: { type: "string", required: true },
        /** COSE_Key (RFC 9052), base64url. */
        publicKey: { type: "string", required: true },
        /** The authenticator's signature counter; some always report 0. */
        counter: { type: "number", required: true },
        transports: { type: "list", items: { type: "string" }, required: true },
        name: { type: "string", required: true },
        createdAt: { type: "string", required: true },
        lastUsedAt: { type: "string" },
      },
      indexes: {
        main: main("credentialId"),
        byUser: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["userId"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["createdAt"], casing: "none" },
        },
      },
    },
    personal,
  ),
);

/** The handle by which authenticators know a person: random, since it is readable on whatever device keeps a passkey (WebAuthn section 14.6.1). */
export const passkeyHandleEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "passkeyHandle", version: "1" },
      attributes: { userId: { type: "string", required: true }, handle: { type: "string", required: true } },
      indexes: { main: main("userId") },
    },
    personal,
  ),
);

/** Challenge for an authenticator to sign. Its id is the challenge's hash. */
export const passkeyChallengeEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "passkeyChallenge", version: "1" },
      attributes: {
        challengeId: { type: "string", required: true },
        /** Who may answer the challenge: a session, a pending second step, or anyone. */
        holder: { type: "string", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("challengeId") },
    },
    "who signs in is nobody yet",
  ),
);
