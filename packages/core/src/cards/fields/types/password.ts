import { type FieldDefinition, type Parsed, bad, existence, filteredBy, ok } from "../field.ts";

const maxCharacters = 500;

/**
 * Stands among a card's values in place of a password: that there is one, and since when. The password itself is stored apart and encrypted (`secrets.ts`), so
 * that nothing that reads, lists, exports or records values can leak it.
 */
export interface SecretMark {
  readonly setAt: string;
}

const accept = (raw: unknown): Parsed<string> =>
  typeof raw !== "string" ? bad("validation.type") : raw.length > maxCharacters ? bad("validation.length") : ok(raw);

/** A typed value is its text; a stored one is a `SecretMark`, which reveals only that there is one. */
export const password: FieldDefinition<string> = {
  column: "text",
  ...filteredBy("EXISTS", existence),
  sortable: false,
  summable: false,
  groupable: false,
  align: "start",
  direction: "ltr",
  settings: [],
  identifying: false,
  ofOneCard: true,
  secret: true,
  accept,
  toColumn: () => "1",
  toText: () => "",
  fromText: accept,
};
