import { definitionOf } from "../cards/fields/registry.ts";
import type { Field } from "../cards/schema.ts";
import type { ImportSettings } from "./schema.ts";

/** A field as the header of a column may name it. */
export type TargetField = Field & { readonly alsoNamed?: readonly string[] };

/** A target of imports: a card type, or activities described like one. */
export interface Importable {
  readonly id: string;
  readonly fields: readonly TargetField[];
  /** Fields of which no two cards have the same value. */
  readonly identifiers: readonly string[];
  /** Fields that need a column, each with the catalogue key of the message when it has none. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Rows never change existing records. */
  readonly onlyNew?: true;
}

/** Every card has a name, whatever its type. */
const needsOfCards = { name: "validation.nameColumn" };

/** True for a field by whose value a row can be matched to a card: one short value, and not yes or no. */
export function canMatch(field: Field): boolean {
  const { column, long, operators } = definitionOf(field.type);
  return column !== "set" && operators.includes("EQUAL") && !long;
}

/** The first identifier among these fields: a second card with its value is refused, so whoever is known by it is to be found, not created again. */
export const identifierAmong = (
  { fields, identifiers }: Pick<Importable, "fields" | "identifiers">,
  fieldIds: readonly string[],
) => fields.find((field) => canMatch(field) && identifiers.includes(field.id) && fieldIds.includes(field.id));

/** Catalogue key of the problem with an import's settings; undefined if they are valid. */
export function problemOf(
  { fields, needs = needsOfCards, onlyNew }: Importable,
  { mapping, mode, matchFieldId }: Pick<ImportSettings, "mapping" | "mode" | "matchFieldId">,
): string | undefined {
  const mapped = mapping.flatMap(({ fieldId }) => fieldId ?? []);
  if (mapped.length === 0) return "validation.oneField";
  const [missing] = Object.entries(needs).filter(([fieldId]) => !mapped.includes(fieldId));
  if (missing) return missing[1];
  if (mapped.some((fieldId) => !fields.some((field) => field.id === fieldId))) return "validation.unknownField";
  if (new Set(mapped).size < mapped.length) return "validation.oneColumnEach";
  if (mode === "create") return undefined;
  const match = fields.find((field) => field.id === matchFieldId);
  return !onlyNew && match && canMatch(match) && mapped.includes(match.id) ? undefined : "validation.matchField";
}
