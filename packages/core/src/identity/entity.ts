import { globalEntity, lazy } from "../data/entity.ts";

const main = <const P extends string, const S extends readonly string[]>(pk: P, sk: S) => ({
  pk: { field: "pk", composite: [pk], casing: "none" } as const,
  sk: { field: "sk", composite: sk, casing: "none" } as const,
});

/**
 * Its id is derived from its token's hash, so that nobody who reads the table can sign in with it. `byUser`: the list of a person's sessions. `byActing`: those
 * of platform admins in which they act as an organization's member.
 */
export const sessionEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "session", version: "1" },
      attributes: {
        sessionId: { type: "string", required: true },
        userId: { type: "string", required: true },
        createdAt: { type: "string", required: true },
        address: { type: "string", required: true },
        userAgent: { type: "string", required: true },
        /** Accurate to some minutes: writing it with every call would be a write per call. */
        lastUsedAt: { type: "string" },
        /** It began with two steps, or its person has set them up since. */
        hasTwoStep: { type: "boolean" },
        /** Platform admins only: until when the session can use the admin console. */
        platformUntil: { type: "string" },
        /** Set while they act as a customer's member. */
        impersonation: {
          type: "map",
          properties: {
            orgId: { type: "string", required: true },
            userId: { type: "string", required: true },
            until: { type: "string", required: true },
          },
        },
        /** Sealed endpoint for notifications while no page is open: anyone who knows it can send there. */
        push: { type: "string" },
        pushSince: { type: "string" },
        /** The organization of `impersonation`, for its index. */
        actsIn: { type: "string" },
        expiresAt: { type: "number", required: true },
      },
      indexes: {
        main: main("sessionId", []),
        byUser: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["userId"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["createdAt"], casing: "none" },
        },
        byActing: {
          index: "gsi2",
          pk: { field: "gsi2pk", composite: ["actsIn"], casing: "none" },
          sk: { field: "gsi2sk", composite: [], casing: "none" },
        },
      },
    },
    "a session is a person's; the organization it works in is chosen per request",
  ),
);

/** A browser that a person has signed in with; it has the token that the id is derived from. Main: a person's. Expires after a year without signing in. */
export const deviceEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "device", version: "1" },
      attributes: {
        userId: { type: "string", required: true },
        deviceId: { type: "string", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("userId", ["deviceId"]) },
    },
    "a person signs in with it, whatever organizations they belong to",
  ),
);

/**
 * A one-time code that was mailed. One per address and browser, where a new one replaces it: nobody else's request for the same address replaces or uses up the
 * owner's code.
 */
export const codeEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "code", version: "1" },
      attributes: {
        email: { type: "string", required: true },
        deviceId: { type: "string", required: true },
        codeHash: { type: "string", required: true },
        attempts: { type: "number", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("email", ["deviceId"]) },
    },
    "who asks for a code is nobody yet",
  ),
);

/** The sign-up form of a new person, until the code mailed to their address comes back. Its id is the hash of a token that only their browser has. */
export const signUpEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "signUp", version: "1" },
      attributes: {
        signUpId: { type: "string", required: true },
        email: { type: "string", required: true },
        name: { type: "string", required: true },
        language: { type: ["en", "he", "hu", "ru"] as const, required: true },
        passwordHash: { type: "string", required: true },
        codeHash: { type: "string", required: true },
        attempts: { type: "number", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("signUpId", []) },
    },
    "who signs up is nobody yet",
  ),
);

/** A person's authenticator app. Off until a code has proven that the app has the secret. */
export const secondFactorEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "secondFactor", version: "1" },
      attributes: {
        userId: { type: "string", required: true },
        /** The secret, encrypted (`kernel/seal.ts`). */
        sealed: { type: "string", required: true },
        isOn: { type: "boolean", required: true },
        /** The step of the last accepted code: none is accepted twice. */
        lastStep: { type: "number", required: true },
        /** Hashes of the remaining recovery codes. */
        recovery: { type: "list", items: { type: "string" }, required: true },
        change: { type: "string" },
      },
      indexes: { main: main("userId", []) },
    },
    "a person has one, whatever organizations they belong to",
  ),
);

/** A person who has passed the first factor and must pass the second. */
export const challengeEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "challenge", version: "1" },
      attributes: {
        challengeId: { type: "string", required: true },
        userId: { type: "string", required: true },
        attempts: { type: "number", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("challengeId", []) },
    },
    "who is asked is nobody yet",
  ),
);

/** Google's name for a person (its `sub`), which stays when their address there changes. */
export const googleAccountEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "googleAccount", version: "1" },
      attributes: { subject: { type: "string", required: true }, userId: { type: "string", required: true } },
      indexes: { main: main("subject", []) },
    },
    "a person has it, whatever organizations they belong to",
  ),
);

/** A counter of attempts in a window of time; deleted by its time to live. */
export const attemptsEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "attempts", version: "1" },
      attributes: {
        bucket: { type: "string", required: true },
        window: { type: "string", required: true },
        count: { type: "number", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("bucket", ["window"]) },
    },
    "attempts are counted before it is known whose they are",
  ),
);
