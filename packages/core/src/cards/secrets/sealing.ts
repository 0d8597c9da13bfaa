import type { CardId, OrgId } from "../../kernel/id.ts";
import { seal as sealFor, unseal as unsealFor } from "../../kernel/seal.ts";
import { definitionOf } from "../fields/registry.ts";
import type { SecretMark } from "../fields/types/password.ts";
import { fieldOfType } from "../rules.ts";
import type { CardType, FieldValues } from "../schema.ts";

/** Location that a secret is bound to: in any other place it cannot be opened. */
interface Place {
  readonly orgId: OrgId;
  readonly cardId: CardId;
  readonly fieldId: string;
}

const boundTo = ({ orgId, cardId, fieldId }: Place) => [orgId, cardId, fieldId];

/** Encrypts a field's value for its place. */
export const seal = (plain: string, place: Place): string => sealFor(plain, "card secrets", boundTo(place));

/** Throws when it was sealed for another place, under another key, or changed since. */
export const unseal = (sealed: string, place: Place): string => unsealFor(sealed, "card secrets", boundTo(place));

/** Encrypts for one place what was encrypted for another. Throws as `unseal`. */
export const reseal = (sealed: string, from: Place, to: Place): string => seal(unseal(sealed, from), to);

/** True for the mark that stands among a card's values in place of a secret. */
export const isSecretMark = (value: unknown): value is SecretMark =>
  typeof value === "object" && value !== null && "setAt" in value;

/**
 * Takes the secrets out of accepted values: each is replaced by a `SecretMark` of `at`, which is all that is read and recorded of the card. `secrets` are
 * encrypted, null where the value was cleared.
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
