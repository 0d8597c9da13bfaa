import { type FieldDefinition, type Parsed, bad, ok, ordered } from "../field.ts";

function readTime(text: string): Parsed<string> {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return bad("validation.time");
  return ok(`${(match[1] ?? "").padStart(2, "0")}:${match[2]}`);
}

/** A local time of day, `HH:MM`. */
export const time: FieldDefinition<string> = {
  column: "text",
  ...ordered,
  sortable: true,
  summable: false,
  groupable: false,
  align: "start",
  direction: "ltr",
  settings: [],
  moment: "time",
  identifying: false,
  accept: (raw) => (typeof raw === "string" ? readTime(raw) : bad("validation.time")),
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: readTime,
};
