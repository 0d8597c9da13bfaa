import { bad, type FieldDefinition, ok, ordered } from "./field.ts";
import type { FieldType } from "./registry.ts";

const most = 5;

/** A field type that does not exist, written as a developer would add one: one to five stars. */
export const stars: FieldDefinition<number> = {
  column: "number",
  ...ordered,
  sortable: true,
  summable: true,
  groupable: true,
  align: "start",
  direction: "ltr",
  settings: [],
  identifying: false,
  accept: (raw) => (Number.isInteger(raw) && Number(raw) >= 1 && Number(raw) <= most ? ok(Number(raw)) : bad("validation.range")),
  toColumn: (value) => value,
  toText: (value) => "★".repeat(value),
  fromText: (text) => (/^★{1,5}$/.test(text.trim()) ? ok(text.trim().length) : bad("validation.range")),
};

const name: string = "stars";
/** Its name, which no registered type has. */
export const starsType = name as FieldType;
