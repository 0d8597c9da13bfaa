import { isLanguage, type Language, languageNames, languages } from "@kartis/i18n/languages.ts";
import { isTimeZone } from "../../kernel/zoned-time.ts";
import type { CardType, Field, FieldValues } from "../schema.ts";
import { definitionOf } from "./registry.ts";

/* What a card says of how its person is written to: in fields that are known by their API names, whatever they are called. */

/** The language in a field `language`: its code (`hu`, `hu-HU`), or its name in any of the languages. Null where it says none that Kartis writes. */
export function languageIn(type: Pick<CardType, "fields">, values: FieldValues): Language | null {
  const said = textIn(type, values, "language").toLowerCase();
  if (said === "") return null;
  const code = said.split(/[-_]/)[0];
  if (isLanguage(code)) return code;
  return languages.find((language) => namesOf(language).includes(said)) ?? null;
}

const namesOf = (language: Language): string[] => [
  languageNames[language].toLowerCase(),
  ...languages.flatMap((of) => new Intl.DisplayNames([of], { type: "language" }).of(language)?.toLowerCase() ?? []),
];

/** The time zone in a field `timeZone`, by its name in the tz database. */
export function timeZoneIn(type: Pick<CardType, "fields">, values: FieldValues): string | null {
  const said = textIn(type, values, "timezone");
  return said !== "" && isTimeZone(said) ? said : null;
}

/** The words in the field of that API name: those of the option that is chosen, where it has options. */
function textIn({ fields }: Pick<CardType, "fields">, values: FieldValues, key: string): string {
  const field = fields.find((one) => one.key.toLowerCase().replaceAll("_", "") === key);
  const value = field && chosen(field, values[field.id]);
  return typeof value === "string" ? value.trim() : "";
}

function chosen(field: Field, value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (definitionOf(field.type).choices !== "options") return first;
  return field.options.find(({ id }) => id === first)?.label;
}
