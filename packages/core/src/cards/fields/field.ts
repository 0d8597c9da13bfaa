import type { CardId } from "../../kernel/id.ts";
import type { Currency } from "../../kernel/money.ts";

/** The filter operators of the spec (SPEC section 3). GREATER_THAN and LESS_THAN include the bound ("at least", "at most"). */
export const operators = [
  "EQUAL",
  "CONTAINS",
  "NOT_CONTAINS",
  "EXISTS",
  "NOT_EXISTS",
  "BETWEEN",
  "NOT_BETWEEN",
  "GREATER_THAN",
  "LESS_THAN",
  "IN",
  "NOT_IN",
  "TRUE",
  "FALSE",
] as const;
export type Operator = (typeof operators)[number];

/** The twelve tag hues of the design (DESIGN.md section 3); user-chosen colors are one of these names, never a free hex. */
export const hues = [
  "slate",
  "brown",
  "red",
  "orange",
  "amber",
  "lime",
  "green",
  "teal",
  "sky",
  "blue",
  "violet",
  "pink",
] as const;
export type Hue = (typeof hues)[number];

export interface FieldOption {
  readonly id: string;
  readonly label: string;
  /** Other names that people know it by: a template's in the other languages. */
  readonly alsoNamed?: readonly string[];
  readonly hue: Hue;
}

/** Settings of a field that its definition needs. */
export interface FieldSettings {
  readonly options: readonly FieldOption[];
  /** Currency of a currency or accounting field; its values are whole minor units. */
  readonly currency: Currency;
  /** The region that a phone number without a country code belongs to, e.g. `IL`. */
  readonly region: string;
  readonly min?: number;
  readonly max?: number;
  /** Card relations only. */
  readonly relation?: { readonly typeIds: readonly string[]; readonly many: boolean };
  /** The names of related cards, for printing; without it, ids are printed alone. */
  readonly cardName?: (cardId: CardId) => string | undefined;
  /** The card of that name, for reading what people write; undefined where there is none. */
  readonly cardNamed?: (name: string) => CardId | "several" | undefined;
  /** The person of that name or address, for reading what people write; undefined where there is none. */
  readonly personNamed?: (text: string) => string | undefined;
  /** The day, and optionally the local time, in a spreadsheet's text; undefined where there is none. */
  readonly localTime?: (text: string) => { readonly day: string; readonly time?: string } | undefined;
  /** The instant of a day and time in the organization's time zone. */
  readonly instantOf?: (day: string, time: string) => string;
}

/** Representation in the replica: `text` (also ids, days and instants, compared as text), `number` (also checkboxes), or `set` (a JSON array of texts). */
export type ColumnKind = "text" | "number" | "set";

export type Parsed<V> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; /** Catalogue key. */ readonly message: string };

/** Settings that fields of a type have beyond those of every field: the card type editor asks for them, and nothing else is stored. */
export type FieldSetting = "options" | "currency" | "bounds" | "relation" | "assigns";

/**
 * Traits of a field type that are known without reading a value. Plain data: the site's build extracts it from the definitions, so that a list can be drawn before the
 * code that reads values has loaded.
 */
export interface FieldTraits {
  readonly column: ColumnKind;
  readonly operators: readonly Operator[];
  /** The operator that a new filter begins with. */
  readonly defaultOperator: Operator;
  readonly sortable: boolean;
  /** Sums and averages make sense. */
  readonly summable: boolean;
  /** Cards can be grouped by it: it has a single value, and is not long text or an instant, where nearly every value is distinct. */
  readonly groupable: boolean;
  /** Days are grouped by their month. */
  readonly bucket?: "month";
  /** Numbers are right-aligned in both directions, so that digits of equal weight line up (DESIGN.md section 9). */
  readonly align: "start" | "right";
  /** The direction of the value's text: addresses and numbers left to right, words by their first letter. */
  readonly direction: "ltr" | "auto";
  /** The keys that a phone shows for typing it, where they are not those of words. */
  readonly keys?: "decimal" | "tel" | "email" | "url";
  readonly settings: readonly FieldSetting[];
  /** The value is chosen, not typed: the field's options, the members, or cards, each by its id. */
  readonly choices?: "options" | "people" | "cards";
  readonly moment?: "day" | "instant" | "time";
  /** It can sensibly identify a card: one value that is typed, not chosen. */
  readonly identifying: boolean;
  /** Too long for an index, and for a row to be recognized by. */
  readonly long?: true;
  /** Line breaks become blanks. */
  readonly oneLine?: true;
  /** The value belongs to one card, so it cannot be given to a second one: files, and secrets, which are encrypted for their card. */
  readonly ofOneCard?: true;
  /** The value is stored apart, encrypted: reads, lists, exports and records only show that there is one (`SecretMark`). Changing it cannot be undone. */
  readonly secret?: true;
}

/**
 * The pure part of a field type: the server validates with it, the import parses, the export prints, the replica stores and filters. A type is one file with
 * this and one line in `types/list.ts`; its appearance is its file in the site (`web/src/features/fields/types`).
 */
export interface FieldDefinition<V> extends FieldTraits {
  /** Checks and normalises what a caller sends (JSON). Never called with null or undefined: no value is the same for every type. */
  accept(raw: unknown, settings: FieldSettings): Parsed<V>;
  /** Converts to the replica's column: text, number, or a JSON array for `set`. */
  toColumn(value: V, settings: FieldSettings): string | number | null;
  /** A CSV cell; the inverse of `fromText`. Formula injection is the export's business, not the type's. */
  toText(value: V, settings: FieldSettings): string;
  /** Reads a CSV cell or typed text. Never called with an empty string: an empty cell is no value. */
  fromText(text: string, settings: FieldSettings): Parsed<V>;
  /** The text by which full-text search finds it; absent when it should not. */
  toSearch?(value: V, settings: FieldSettings): string;
}

/** No value, whatever the type. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

export const ok = <V>(value: V): Parsed<V> => ({ ok: true, value });
export const bad = (message: string): Parsed<never> => ({ ok: false, message });

/** Operators with the default one for a new filter, which the compiler requires to be among them. */
export const filteredBy = <const Each extends Operator>(
  defaultOperator: NoInfer<Each>,
  operators: readonly Each[],
): Pick<FieldTraits, "operators" | "defaultOperator"> => ({ operators, defaultOperator });

/** The operators that every type has. */
export const existence = ["EXISTS", "NOT_EXISTS"] as const satisfies readonly Operator[];
export const textual = filteredBy("CONTAINS", ["EQUAL", "CONTAINS", "NOT_CONTAINS", "IN", "NOT_IN", ...existence]);
export const ordered = filteredBy("GREATER_THAN", ["EQUAL", "BETWEEN", "NOT_BETWEEN", "GREATER_THAN", "LESS_THAN", ...existence]);
export const chosen = filteredBy("IN", ["IN", "NOT_IN", "EQUAL", ...existence]);

/** Free text is compared without case and accents; ids, days and colors as they are. */
export const isFolded = ({ column, operators: own }: FieldTraits): boolean => column === "text" && own.includes("CONTAINS");

/** Yes or no: toggled by one press; no value means no. */
export const isFlag = ({ operators: own }: FieldTraits): boolean => own.includes("TRUE");

/** A day, with or without a time: what calendars show cards by. */
export const isDated = ({ moment }: FieldTraits): boolean => moment === "day" || moment === "instant";

/** One of a few options: what boards use as lanes, and lists as named groups. */
export const isSingleChoice = ({ choices, column }: FieldTraits): boolean =>
  column === "text" && (choices === "options" || choices === "people");
