import { type FieldDefinition, type FieldSettings, type Parsed, bad, chosen, ok } from "../field.ts";
import { labelOf, optionOf } from "../option-labels.ts";

const one = (raw: unknown, settings: FieldSettings): Parsed<string> =>
  typeof raw === "string" && settings.options.some((option) => option.id === raw) ? ok(raw) : bad("validation.enum");

/** The id of one of the field's options. Status is a field of this type. */
export const singleSelect: FieldDefinition<string> = {
  column: "text",
  ...chosen,
  sortable: true,
  summable: false,
  groupable: true,
  align: "start",
  direction: "auto",
  settings: ["options"],
  choices: "options",
  identifying: false,
  accept: one,
  toColumn: (value) => value,
  toText: labelOf,
  fromText(text, settings) {
    const id = optionOf(text, settings);
    return id === undefined ? bad("validation.enum") : ok(id);
  },
};
