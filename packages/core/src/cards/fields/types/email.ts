import { emailForm } from "../email-form.ts";
import { type FieldDefinition, type Parsed, bad, ok, textual } from "../field.ts";

function readEmail(raw: unknown): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  const value = raw
    .replace(/[\u200e\u200f\u061c]/g, "")
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
  return value.length <= 254 && emailForm.test(value) ? ok(value) : bad("validation.email");
}

/** Stored in lower case, so that the same address is the same value. */
export const email: FieldDefinition<string> = {
  column: "text",
  ...textual,
  sortable: true,
  summable: false,
  groupable: true,
  align: "start",
  direction: "ltr",
  settings: [],
  identifying: true,
  accept: readEmail,
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: readEmail,
  toSearch: (value) => value,
};
