import { type FieldDefinition, type Parsed, bad, existence, filteredBy, ok } from "../field.ts";

function readColor(raw: unknown): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  const text = raw.trim().toLowerCase();
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short)
    return ok(
      `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join("")}`,
    );
  const full = /^#?([0-9a-f]{6})$/.exec(text);
  return full ? ok(`#${full[1]}`) : bad("validation.color");
}

/** `#rrggbb`. */
export const color: FieldDefinition<string> = {
  column: "text",
  ...filteredBy("EQUAL", ["IN", "NOT_IN", "EQUAL", ...existence]),
  sortable: false,
  summable: false,
  groupable: false,
  align: "start",
  direction: "ltr",
  settings: [],
  identifying: false,
  accept: readColor,
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: readColor,
};
