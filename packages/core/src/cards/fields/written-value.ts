import { type FieldDefinition, type FieldSettings, type Parsed, textual } from "./field.ts";

/** A type whose values are kept, shown, typed and found as one and the same text: an address, a number to call. */
export const writtenValue = (
  accept: (raw: unknown, settings: FieldSettings) => Parsed<string>,
  more: Partial<FieldDefinition<string>> = {},
): FieldDefinition<string> => ({
  column: "text",
  ...textual,
  sortable: true,
  summable: false,
  groupable: true,
  align: "start",
  direction: "ltr",
  settings: [],
  identifying: true,
  accept,
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: accept,
  toSearch: (value) => value,
  ...more,
});
