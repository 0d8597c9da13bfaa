import { isId } from "../../../kernel/id-form.ts";
import type { CardId } from "../../../kernel/id.ts";
import { type FieldDefinition, type FieldSettings, type Parsed, bad, existence, filteredBy, ok } from "../field.ts";

/** Beyond this many cards, the relation belongs in a field of the other type that points here: a list that long is read by pages, not as a value. */
export const maxRelated = 200;

const idAtEnd = /(?:^|\()\s*(crd_[0-9A-HJKMNP-TV-Z]{26})\s*\)?$/;

/** `Acme (crd_…)`, or the id alone where the name is not known. Semicolons separate cards, so they are dropped from names. */
function print(cardId: CardId, { cardName }: FieldSettings): string {
  const name = cardName?.(cardId)?.replaceAll(";", ",").trim();
  return name ? `${name} (${cardId})` : cardId;
}

/** Finds a card by its id, by what `print` makes of it, or by its name if names can be looked up. */
function read(text: string, { cardNamed }: FieldSettings): CardId | "several" | undefined {
  const id = idAtEnd.exec(text)?.[1];
  if (isId("crd", id)) return id;
  return cardNamed?.(text);
}

/**
 * The ids of the cards that this one names, each once, in the order they were chosen. Whether those cards exist is not checked here (`relations.ts` does before
 * a write), so that a card in the trash keeps its place and shows again when restored.
 */
export const cardRelation: FieldDefinition<readonly CardId[]> = {
  column: "set",
  ...filteredBy("IN", ["IN", "NOT_IN", "CONTAINS", "NOT_CONTAINS", "EQUAL", ...existence]),
  sortable: false,
  summable: false,
  groupable: false,
  align: "start",
  direction: "auto",
  settings: ["relation"],
  choices: "cards",
  identifying: false,
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
