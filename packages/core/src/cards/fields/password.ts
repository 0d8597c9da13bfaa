import { type FieldDefinition, type Parsed, bad, existence, ok } from "./field.ts";

const maxCharacters = 500;

/**
 * What stands among a card's values in a password's stead: that there is one, and since when. The password itself is kept apart and encrypted
 * (`secrets.ts`), so that nothing that reads, lists, exports or records values can give it away.
 */
export interface SecretMark {
  readonly setAt: string;
}

const accept = (raw: unknown): Parsed<string> =>
  typeof raw !== "string" ? bad("validation.type") : raw.length > maxCharacters ? bad("validation.length") : ok(raw);

/** Typed, it is its text; kept, it is a `SecretMark`, which nothing but the fact can be read from. */
export const password: FieldDefinition<string> = {
  control: "secret",
  label: "fields.type.password",
  column: "text",
  operators: existence,
  sortable: false,
  summable: false,
  secret: true,
  accept,
  toColumn: () => "1",
  toText: () => "",
  fromText: accept,
};
