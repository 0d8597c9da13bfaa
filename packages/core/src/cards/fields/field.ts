import type { CardId } from "../../kernel/id.ts";
import type { Currency } from "../../kernel/money.ts";

/** Every field type of the spec (SPEC section 3). The registry says which of them exist. */
export const fieldTypes = [
  "text",
  "textarea",
  "number",
  "currency",
  "accounting",
  "checkbox",
  "date",
  "datetime",
  "time",
  "color",
  "file",
  "image",
  "password",
  "radio",
  "url",
  "range",
  "link",
  "singleSelect",
  "multiSelect",
  "user",
  "cardRelation",
  "email",
  "phone",
] as const;

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

/** The twelve tag hues of the design (DESIGN.md section 3); user-chosen colours are one of these names, never a free hex. */
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
  readonly hue: Hue;
}

/** What a definition needs to know of the field it works for. */
export interface FieldSettings {
  readonly options: readonly FieldOption[];
  /** Of a currency or accounting field; a value is whole minor units of it. */
  readonly currency: Currency;
  /** The region that a phone number without a country code belongs to, e.g. `IL`. */
  readonly region: string;
  readonly min?: number;
  readonly max?: number;
  /** Of a card relation. */
  readonly relation?: { readonly typeIds: readonly string[]; readonly many: boolean };
  /** The names of related cards, for who prints them; ids stand alone without it. */
  readonly cardName?: (cardId: CardId) => string | undefined;
  /** The card of that name, for who reads what people write; undefined where none is called so. */
  readonly cardNamed?: (name: string) => CardId | "several" | undefined;
}

/**
 * How the replica keeps a value: `text` (also ids and days, compared as text), `number` (also instants are text, checkboxes numbers), or `set`
 * (a JSON array of texts).
 */
export type ColumnKind = "text" | "number" | "set";

export type Parsed<V> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; /** Catalogue key. */ readonly message: string };

/**
 * One field type, whole: adding a type is one file with this and one line in the registry. Pure: the server validates by it, the import
 * parses, the export prints, the replica stores and filters, and the web picks control and display by `control`.
 */
export interface FieldDefinition<V> {
  /** Which control edits it and how it is shown; the web has one component per name. */
  readonly control:
    | "line"
    | "lines"
    | "number"
    | "money"
    | "checkbox"
    | "date"
    | "datetime"
    | "time"
    | "color"
    | "url"
    | "link"
    | "range"
    | "select"
    | "tokens"
    | "person"
    | "cards"
    | "email"
    | "phone"
    | "files"
    | "images"
    | "secret";
  /** Catalogue key of the type's name. */
  readonly label: string;
  readonly column: ColumnKind;
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
  /** Sums and averages make sense. */
  readonly summable: boolean;
  /** The value is kept apart, encrypted: what is read, listed, exported and recorded is only that there is one (`SecretMark`). It cannot be undone. */
  readonly secret?: true;
  /** Checks and normalises what a caller sends (JSON). Never called with null or undefined: no value is no value for every type. */
  accept(raw: unknown, settings: FieldSettings): Parsed<V>;
  /** As the replica's column: text, number, or a JSON array for `set`. */
  toColumn(value: V, settings: FieldSettings): string | number | null;
  /** A CSV cell; the inverse of `fromText`. Formula injection is the export's business, not the type's. */
  toText(value: V, settings: FieldSettings): string;
  /** Reads a CSV cell or typed text. Never called with an empty string: an empty cell is no value. */
  fromText(text: string, settings: FieldSettings): Parsed<V>;
  /** What full-text search should find it by; absent when it should not. */
  toSearch?(value: V, settings: FieldSettings): string;
}

/** No value, whatever the type. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

export const ok = <V>(value: V): Parsed<V> => ({ ok: true, value });
export const bad = (message: string): Parsed<never> => ({ ok: false, message });

/** The operators that every type has. */
export const existence = ["EXISTS", "NOT_EXISTS"] as const satisfies readonly Operator[];
export const textual = ["EQUAL", "CONTAINS", "NOT_CONTAINS", "IN", "NOT_IN", ...existence] as const satisfies readonly Operator[];
export const ordered = [
  "EQUAL",
  "BETWEEN",
  "NOT_BETWEEN",
  "GREATER_THAN",
  "LESS_THAN",
  ...existence,
] as const satisfies readonly Operator[];
export const chosen = ["IN", "NOT_IN", "EQUAL", ...existence] as const satisfies readonly Operator[];
