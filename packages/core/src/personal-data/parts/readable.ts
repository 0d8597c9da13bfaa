import { relatedNames } from "../../cards/index.ts";
import { definitionOf } from "../../cards/fields/registry.ts";
import { isEmpty, settingsOf } from "../../cards/rules.ts";
import type { CardNames, Field, FieldValues } from "../../cards/schema.ts";
import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import type { Reader } from "./part.ts";

/** A value as stored, and as people read it. */
export interface ShownValue {
  readonly fieldId: string;
  readonly label: string;
  readonly value: unknown;
  readonly text: string;
}

/**
 * The existing values, in the order of the type's fields, values of removed fields last. A secret is listed without its value, which has to be revealed
 * separately.
 */
export async function shownValues(
  orgId: OrgId,
  typeId: CardTypeId | undefined,
  fields: FieldValues,
  reader: Reader,
): Promise<ShownValue[]> {
  const names = await relatedNames(orgId, reader.scope, [fields]);
  const known = reader.types.find(({ id }) => id === typeId)?.fields ?? [];
  const order = new Map(known.map(({ id }, at) => [id, at]));
  return Object.entries(fields)
    .filter(([, value]) => !isEmpty(value))
    .toSorted(([a], [b]) => (order.get(a) ?? known.length) - (order.get(b) ?? known.length))
    .map(([fieldId, value]) => {
      const field = known.find(({ id }) => id === fieldId);
      return { fieldId, label: field?.label ?? fieldId, value, text: field ? textOf(field, value, names, reader) : plain(value) };
    });
}

/** One value as people read it. */
function textOf(field: Field, value: unknown, names: CardNames, { t, members, settings }: Reader): string {
  if (isEmpty(value)) return "";
  const definition = definitionOf(field.type);
  if (definition.secret) return t("personalData.secret");
  if (field.type === "user") return members.find(({ userId }) => userId === value)?.email ?? String(value);
  return definition.toText(value, settingsOf(field, { ...settings, cardName: (cardId: CardId) => names[cardId]?.name }));
}

const plain = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
