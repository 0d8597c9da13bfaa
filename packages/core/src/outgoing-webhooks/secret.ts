import { createHmac, randomBytes } from "node:crypto";
import type { Id, OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";

const prefix = "whsec_";
/** Standard Webhooks: from 24 to 64 bytes. */
const secretBytes = 32;

/** A new secret, in the form that its owner is shown once. */
export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString("base64")}`;

const placeOf = (orgId: OrgId, endpointId: Id<"hok">) => [orgId, endpointId];

/** The secret as stored. */
export const sealedSecret = (secret: string, orgId: OrgId, endpointId: Id<"hok">): string =>
  seal(secret, "webhook", placeOf(orgId, endpointId));

/** Secrets that currently sign, the current one first. */
export const openedSecrets = (sealed: readonly string[], orgId: OrgId, endpointId: Id<"hok">): string[] =>
  sealed.map((one) => unseal(one, "webhook", placeOf(orgId, endpointId)));

/** The parts of a message that are signed. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** One signature of Standard Webhooks' symmetric scheme (https://www.standardwebhooks.com, "Signature scheme"). */
export function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** The headers that authenticate a message: one signature per secret, so that a receiver may still use the previous one. */
export const signedHeaders = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestamp),
  "webhook-signature": secrets.map((secret) => signatureOf(message, secret)).join(" "),
});
