import { globalEntity, lazy } from "../data/entity.ts";

const main = <const P extends string, const S extends readonly string[]>(pk: P, sk: S) => ({
  pk: { field: "pk", composite: [pk], casing: "none" } as const,
  sk: { field: "sk", composite: sk, casing: "none" } as const,
});

export const userEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "user", version: "1" },
      attributes: {
        userId: { type: "string", required: true },
        email: { type: "string", required: true },
        name: { type: "string", required: true },
        language: { type: ["en", "he", "hu", "ru"] as const, required: true },
        passwordHash: { type: "string" },
        phone: { type: "string" },
        /** The number (E.164) that they have proven to be theirs, by a code that was sent to it. */
        provenPhone: { type: "string" },
        /** Entered by the person, before administrators assigned extensions: it counts until one does. */
        voipExtension: { type: "string" },
        signature: { type: "string" },
        notifications: {
          type: "map",
          properties: {
            web: { type: "boolean" },
            email: { type: "boolean" },
            meetings: { type: "boolean" },
            tasks: { type: "boolean" },
            mentions: { type: "boolean" },
            assignments: { type: "boolean" },
            planLimits: { type: "boolean" },
            reminderMails: { type: "boolean" },
            unreadMails: { type: "boolean" },
            reminderSms: { type: "boolean" },
          },
        },
        createdAt: { type: "string", required: true },
      },
      indexes: { main: main("userId", []) },
    },
    "a person may belong to several organizations",
  ),
);

/** One per address, written with "must not exist" in the user's transaction: an address has one user. */
export const emailEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "email", version: "1" },
      attributes: { email: { type: "string", required: true }, userId: { type: "string", required: true } },
      indexes: { main: main("email", []) },
    },
    "addresses are unique among all people",
  ),
);

/** People who can use the admin console. Written by a command only, never by a call. */
export const platformAdminEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "platformAdmin", version: "1" },
      attributes: {
        userId: { type: "string", required: true },
        grantedAt: { type: "string", required: true },
        /** Epoch seconds; a right that is not renewed expires. */
        expiresAt: { type: "number", required: true },
      },
      indexes: { main: main("userId", []) },
    },
    "the platform's own people, who belong to no organization as such",
  ),
);
