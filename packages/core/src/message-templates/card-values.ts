import { formatter } from "@kartis/i18n/format.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { isEmpty } from "../cards/fields/field.ts";
import { namesOfCards } from "../cards/index.ts";
import { type FieldContext, settingsOf } from "../cards/rules.ts";
import type { Card, CardType, Field } from "../cards/schema.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { namesOf } from "../organizations/index.ts";
import { openReplica } from "../replicas.ts";
import type { TemplateValues } from "./values.ts";

/** For whom values are written. */
export interface WrittenFor {
  readonly language: Language;
  readonly timeZone: string;
  readonly settings: FieldContext;
  /** Of which related cards the sender sees the names. */
  readonly cardScope: Scope;
}

/** A card's values by the paths of `cardVariables`, in the reader's language; null where there is none. */
export async function cardValues(orgId: OrgId, card: Card, type: CardType, written: WrittenFor): Promise<TemplateValues> {
  const [people, cards] = await Promise.all([namesOf(orgId), relatedNames(orgId, card, type, written.cardScope)]);
  const format = formatter({ language: written.language, region: written.settings.region, timeZone: written.timeZone });
  const text = (field: Field): string | null => {
    const value = card.fields[field.id];
    if (isEmpty(value)) return null;
    const definition = definitionOf(field.type);
    const settings = settingsOf(field, written.settings);
    const printed = definition.toText(value, settings);
    const listed = Array.isArray(value) ? value.map(String) : [String(value)];
    if (definition.choices === "options")
      return format.list(listed.map((id) => field.options.find((option) => option.id === id)?.label ?? "").filter(Boolean));
    if (definition.choices === "people") return people.get(String(value)) ?? null;
    if (definition.choices === "cards") return format.list(listed.flatMap((id) => cards.get(id) ?? []));
    if (definition.moment === "day") return format.day(printed);
    if (definition.moment === "instant") return format.dateTime(printed);
    if (definition.moment === "time") return format.timeOfDay(printed);
    if (typeof value !== "number") return printed;
    return definition.settings.includes("currency") ? format.money(value, settings.currency) : format.number(value);
  };
  return Object.fromEntries(
    type.fields.map((field) => [field.id === "name" ? "card.name" : `card.${field.key}`, text(field)] as const),
  );
}

/** The names of the cards that this one is related to, where the sender sees them. */
async function relatedNames(orgId: OrgId, card: Card, type: CardType, scope: Scope): Promise<Map<string, string>> {
  const ids = type.fields
    .filter((field) => definitionOf(field.type).choices === "cards")
    .flatMap((field) => [card.fields[field.id]].flat())
    .filter((id): id is CardId => isId("crd", id));
  if (ids.length === 0) return new Map();
  const names = namesOfCards(await openReplica(orgId), scope, new Set(ids));
  return new Map(Object.entries(names).flatMap(([id, known]) => (known ? [[id, known.name] as const] : [])));
}
