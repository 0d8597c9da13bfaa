import { isDay } from "../../fields/day.ts";
import { type FieldSettings, ok, type Parsed } from "../../fields/field.ts";
import { definitionOf } from "../../fields/registry.ts";

/** A condition's value as a column of days or instants has it, which compares them as text; refused when it is none. */
export type AcceptMoment = (value: unknown) => Parsed<unknown>;

const settings: FieldSettings = { options: [], currency: "USD", region: "" };

export const acceptDay: AcceptMoment = (value) => definitionOf("date").accept(value, settings);

/** A day stands for its beginning in UTC. */
export const acceptInstant: AcceptMoment = (value) =>
  typeof value === "string" && isDay(value) ? ok(value) : definitionOf("datetime").accept(value, settings);
