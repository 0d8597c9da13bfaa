import { type FieldDefinition, bad, existence, filteredBy, ok } from "../field.ts";

/** Words for yes in spreadsheets, in the four languages. */
const yes = new Set(["true", "yes", "y", "1", "on", "x", "✓", "כן", "igen", "i", "да", "д"]);
const no = new Set(["false", "no", "n", "0", "off", "לא", "nem", "нет", "н"]);

export const checkbox: FieldDefinition<boolean> = {
  column: "number",
  ...filteredBy("TRUE", ["TRUE", "FALSE", ...existence]),
  sortable: true,
  summable: false,
  groupable: true,
  align: "start",
  direction: "auto",
  settings: [],
  identifying: false,
  accept: (raw) => (typeof raw === "boolean" ? ok(raw) : bad("validation.type")),
  toColumn: (value) => (value ? 1 : 0),
  toText: (value) => (value ? "true" : "false"),
  fromText(text) {
    const word = text.trim().toLowerCase();
    return yes.has(word) ? ok(true) : no.has(word) ? ok(false) : bad("validation.checkbox");
  },
};
