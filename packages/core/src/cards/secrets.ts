import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "../kernel/env.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import { definitionOf } from "./fields/registry.ts";
import type { SecretMark } from "./fields/password.ts";
import { fieldOfType } from "./rules.ts";
import type { CardType, FieldValues } from "./schema.ts";

/** Where a secret belongs: moved to any other place, it cannot be opened. */
interface Place {
  readonly orgId: OrgId;
  readonly cardId: CardId;
  readonly fieldId: string;
}

const algorithm = "aes-256-gcm";
/** NIST SP 800-38D section 8.2.2: 96 random bits per message, under 2^32 messages a key. */
const nonceBytes = 12;
/** The first part of what is stored: which derivation made the key. */
const generation = "1";

let derived: { from: string; key: Buffer } | undefined;

function key(): Buffer {
  const from = env("SECRETS_KEY");
  if (derived?.from !== from) derived = { from, key: Buffer.from(hkdfSync("sha256", from, "", "kartis card secrets 1", 32)) };
  return derived.key;
}

const boundTo = ({ orgId, cardId, fieldId }: Place): Buffer => Buffer.from(`${orgId}\n${cardId}\n${fieldId}`);

/** Encrypts for this place: `generation.nonce.tag.text`, base64url. */
export function seal(plain: string, place: Place): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key(), nonce).setAAD(boundTo(place));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [generation, ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(".");
}

/** Throws when it was sealed for another place, under another key, or changed since. */
export function unseal(sealed: string, place: Place): string {
  const [made, ...parts] = sealed.split(".");
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
  if (made !== generation || !nonce || !tag || !text) throw new Error("Not a sealed secret");
  const decipher = createDecipheriv(algorithm, key(), nonce, { authTagLength: 16 }).setAAD(boundTo(place)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}

/**
 * Takes the secrets out of accepted values: in each one's stead stands a `SecretMark` of `at`, so that what is read and recorded of the card has only that.
 * `secrets` are encrypted, null where the value was taken away.
 */
export function withSecretsApart(
  type: CardType,
  accepted: FieldValues,
  card: Omit<Place, "fieldId">,
  at: string,
): { values: FieldValues; secrets: Readonly<Record<string, string | null>> } {
  const secrets: Record<string, string | null> = {};
  const values = Object.fromEntries(
    Object.entries(accepted).map(([fieldId, value]) => {
      const field = fieldOfType(type, fieldId);
      if (!field || !definitionOf(field.type).secret) return [fieldId, value];
      secrets[fieldId] = typeof value === "string" ? seal(value, { ...card, fieldId }) : null;
      return [fieldId, value === null ? null : ({ setAt: at } satisfies SecretMark)];
    }),
  );
  return { values, secrets };
}
