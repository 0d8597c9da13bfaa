import { isDay } from "../day.ts";
import { type FieldDefinition, type Parsed, bad, ok, ordered } from "../field.ts";

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function readInstant(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (!instantForm.test(trimmed)) return bad("validation.datetime");
  const at = Date.parse(trimmed);
  if (Number.isNaN(at) || !isDay(trimmed.slice(0, 10))) return bad("validation.datetime");
  // In UTC the year may differ from the written one by one, and years that are not four digits do not sort as text.
  const instant = new Date(at).toISOString();
  return isDay(instant.slice(0, instant.indexOf("T"))) ? ok(instant) : bad("validation.datetime");
}

/** An instant, kept in UTC with milliseconds, so that it sorts as text. */
export const datetime: FieldDefinition<string> = {
  column: "text",
  ...ordered,
  sortable: true,
  summable: false,
  groupable: false,
  align: "start",
  direction: "ltr",
  settings: [],
  moment: "instant",
  identifying: true,
  accept: (raw) => (typeof raw === "string" ? readInstant(raw) : bad("validation.datetime")),
  toColumn: (value) => value,
  toText: (value) => value,
  fromText(text, { localTime, instantOf }) {
    const local = localTime?.(text);
    if (!local || !instantOf) return readInstant(text);
    return isDay(local.day) ? readInstant(instantOf(local.day, local.time ?? "00:00")) : bad("validation.datetime");
  },
};
