import type { Parsed } from "@kartis/core/cards/fields/field.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { client } from "../../../../lib/api.ts";
import { knownName, learnName } from "../../../records/card-names.ts";
import { readTyped } from "../../../fields/definitions.ts";
import { asIds } from "../../../fields/values.ts";

/** Lookups by name, so that a name that is pasted often is fetched only once. */
export type Seen = Map<string, Promise<Parsed<string>>>;

const between = "; ";

/** The cards that a value names, by their names: as `readCards` takes them. */
export const printCards = (value: unknown): string =>
  asIds(value)
    .map((id) => knownName(id) ?? id)
    .join(between);

/** Cards by name or id, several of them with semicolons between. */
export async function readCards(field: Field, text: string, region: string, seen: Seen): Promise<Parsed<unknown>> {
  // A name may have a semicolon of its own.
  const whole = await cardOf(field, text.trim(), seen);
  if (whole.ok) return readTyped(field, whole.value, region);
  const parts = text.split(";").map((part) => part.trim());
  const found = await Promise.all(parts.filter((part) => part !== "").map((part) => cardOf(field, part, seen)));
  const bad = found.find((one) => !one.ok);
  if (bad) return bad;
  return readTyped(field, found.flatMap((one) => (one.ok ? [one.value] : [])).join(between), region);
}

function cardOf(field: Field, text: string, seen: Seen): Promise<Parsed<string>> {
  const key = `${field.id}:${text}`;
  const asked = seen.get(key) ?? find(field, text);
  seen.set(key, asked);
  return asked;
}

async function find(field: Field, text: string): Promise<Parsed<string>> {
  const [id] = /crd_\w{26}(?=\)?$)/.exec(text) ?? [];
  if (id !== undefined) return { ok: true, value: id };
  const cardTypeIds = field.relation?.typeIds ?? [];
  const { results } = await client.cards.freeSearch.query({
    query: text.slice(0, 200),
    limit: 20,
    ...(cardTypeIds.length === 0 ? {} : { cardTypeIds: [...cardTypeIds] }),
  });
  const wanted = text.toLocaleLowerCase();
  const [card, another] = results.filter(({ name }) => name.toLocaleLowerCase() === wanted);
  if (!card) return { ok: false, message: "validation.noMatch" };
  if (another) return { ok: false, message: "validation.severalMatch" };
  learnName(card.id, { name: card.name, typeId: card.cardTypeId });
  return { ok: true, value: card.id };
}
