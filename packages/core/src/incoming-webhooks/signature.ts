import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import type { Id, OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { isSameSecret } from "../kernel/same-secret.ts";

const prefix = "whsec_";
/** Standard Webhooks: a message is as old as this at most, so that one that was overheard cannot be sent again later. */
const toleranceMs = 5 * 60_000;

/** A new secret, in the form that its owner is shown once. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString("base64")}`;

const placeOf = (orgId: OrgId, webhookId: Id<"inw">) => [orgId, webhookId];
export const sealedSecret = (secret: string, orgId: OrgId, webhookId: Id<"inw">): string =>
  seal(secret, "incoming webhook", placeOf(orgId, webhookId));
export const openedSecret = (sealed: string, orgId: OrgId, webhookId: Id<"inw">): string =>
  unseal(sealed, "incoming webhook", placeOf(orgId, webhookId));

type Headers = Readonly<Record<string, string | undefined>>;

/** Whether a call's signature says neither its id nor its time, so that nothing tells an overheard call that is repeated from a new one with the same body. */
export const isTimeless = ({
  "webhook-id": id,
  "webhook-timestamp": timestamp,
  "webhook-signature": signatures,
}: Headers): boolean => !(id && timestamp && signatures);

/**
 * Whether a call is signed with the secret, in one of two ways: by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`), or as GitHub and many
 * others do (`x-hub-signature-256: sha256=` and the hexadecimal HMAC of the body, keyed with the secret's text).
 */
export function isSignedBy(secret: string, body: Buffer, headers: Headers, clock: Clock): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (id && timestamp && signatures) {
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(clock.now() - Number(timestamp) * 1000) > toleranceMs) return false;
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    const made = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
    return signatures.split(" ").some((one) => isSameSecret(one, `v1,${made}`));
  }
  const given = headers["x-hub-signature-256"] ?? "";
  return isSameSecret(given, `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
}
