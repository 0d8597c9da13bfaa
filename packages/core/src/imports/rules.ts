import { definitionOf } from "../cards/fields/registry.ts";
import type { Field } from "../cards/schema.ts";
import type { DayOrder, ImportSettings } from "./schema.ts";

/** A field as the header of a column may name it. */
export type TargetField = Field & { readonly alsoNamed?: readonly string[] };

/** What rows can become: a card type is one; activities are described as if they were cards. */
export interface Importable {
  readonly id: string;
  readonly fields: readonly TargetField[];
  /** Fields of which no two cards have the same value. */
  readonly identifiers: readonly string[];
  /** Fields that need a column, each with the catalogue key of what is said where it has none. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Rows never change what is there. */
  readonly onlyNew?: true;
}

/** Every card has a name, whatever its type. */
const needsOfCards = { name: "validation.nameColumn" };

/** True for a field by whose value a row can be matched to a card: one short value, and not yes or no. */
export function canMatch(field: Field): boolean {
  const { column, long, operators } = definitionOf(field.type);
  return column !== "set" && operators.includes("EQUAL") && !long;
}

/** What is wrong with an import's settings, as a catalogue key; undefined when nothing is. */
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

interface LocalTime {
  readonly day: string;
  /** `HH:MM`; absent for a day alone. */
  readonly time?: string;
}

const numericDay =
  /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})\.?(?:[ T,]+(\d{1,2})(?::(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*([ap]\.?m\.?)?)?$/i;
const isoDay =
  /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?(?:[ T,]+(\d{1,2})(?::(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*([ap]\.?m\.?)?)?$/i;
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A day, perhaps with a local time, as spreadsheets write it: `3/4/2026 9:05 PM`, `3/4/2026 9pm`, `03.04.26`, `2026-04-03 21:05`. Two-digit years up to 68 are this century's,
 * as in spreadsheets. Undefined for anything else; whether the day exists is not checked.
 */
export function readLocalTime(text: string, order: DayOrder): LocalTime | undefined {
  const bare = text.replace(marks, "").trim();
  const iso = isoDay.exec(bare);
  const numeric = iso ? null : numericDay.exec(bare);
  const found = iso ?? numeric;
  if (!found) return undefined;
  const [first, second, third] = [found[1] ?? "", found[2] ?? "", found[3] ?? ""];
  const year = iso ? first : third.length === 4 ? third : `${Number(third) <= 68 ? "20" : "19"}${third}`;
  const [month, date] = iso ? [second, third] : order === "dayFirst" ? [second, first] : [first, second];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const [, , , , hour, minute, half] = found;
  if (hour === undefined) return { day };
  // An hour alone could be anything but one of the clock.
  if (minute === undefined && !half) return undefined;
  const isAfternoon = half !== undefined && /^p/i.test(half);
  // Programs write "14:30 PM" too.
  if (half && Number(hour) > (isAfternoon ? 23 : 12)) return undefined;
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return { day, time: `${String(hours).padStart(2, "0")}:${minute ?? "00"}` };
}

/** The order of days in a column, judging by its values: `either` if each could be read both ways, null if there are none to judge by. */
export function dayOrderOf(samples: readonly string[]): DayOrder | "either" | null {
  let seen = false;
  for (const sample of samples) {
    const numeric = numericDay.exec(sample.replace(marks, "").trim());
    if (!numeric) continue;
    seen = true;
    if (Number(numeric[1]) > 12) return "dayFirst";
    if (Number(numeric[2]) > 12) return "monthFirst";
  }
  return seen ? "either" : null;
}
