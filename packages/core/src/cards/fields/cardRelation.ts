import { isId } from "../../kernel/id-form.ts";
import type { CardId } from "../../kernel/id.ts";
import { type FieldDefinition, type FieldSettings, type Parsed, bad, existence, ok } from "./field.ts";

/** More cards than this are another type's field that points here: a list that long is read by pages, not as a value. */
export const maxRelated = 200;

const idAtEnd = /(?:^|\()\s*(crd_[0-9A-HJKMNP-TV-Z]{26})\s*\)?$/;

/** `Acme (crd_…)`, or the id alone where the name is not known. Semicolons part cards, so a name goes without. */
function print(cardId: CardId, { cardName }: FieldSettings): string {
  const name = cardName?.(cardId)?.replaceAll(";", ",").trim();
  return name ? `${name} (${cardId})` : cardId;
}

/** A card by its id, by what `print` makes of it, or by its name where somebody knows the names. */
function read(text: string, { cardNamed }: FieldSettings): CardId | "several" | undefined {
  const id = idAtEnd.exec(text)?.[1];
  if (isId("crd", id)) return id;
  return cardNamed?.(text);
}

/**
 * The ids of the cards that this one names, in the order they were chosen, each once. Whether there are such cards is not the value's to know
 * (`relations.ts` asks before a write), so that one whose card was removed keeps its place and shows again when that is restored.
 */
export const cardRelation: FieldDefinition<readonly CardId[]> = {
  control: "cards",
  label: "fields.type.cardRelation",
  column: "set",
  operators: ["IN", "NOT_IN", "CONTAINS", "NOT_CONTAINS", "EQUAL", ...existence],
  sortable: false,
  summable: false,
  accept(raw, settings) {
    const given: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const ids = [...new Set(given)].filter((id) => isId("crd", id));
    if (ids.length === 0 || ids.length < new Set(given).size) return bad("validation.relatedCard");
    if (ids.length > (settings.relation?.many === false ? 1 : maxRelated)) return bad("validation.arraySize");
    return ok(ids);
  },
  toColumn: (value) => JSON.stringify(value),
  toText: (value, settings) => value.map((cardId) => print(cardId, settings)).join("; "),
  fromText(text, settings): Parsed<readonly CardId[]> {
    const parts = text.split(";").map((part) => part.trim());
    const ids = parts.filter((part) => part !== "").map((part) => read(part, settings));
    if (ids.includes("several")) return bad("validation.severalMatch");
    return ids.includes(undefined) ? bad("validation.relatedCard") : cardRelation.accept(ids, settings);
  },
};
