import { currencies, parseMinor, printMinor } from "../../kernel/money.ts";
import { definitionOf } from "../fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../rules.ts";
import type { Field } from "../schema.ts";
import { hasCurrency, hasOptions } from "./check.ts";

/** Members' names and addresses, for fields that become people or stop being people. */
export interface People {
  nameOf(userId: string): string | undefined;
  idOf(text: string): string | undefined;
}

/** Values without text of their own are neither made from text nor read as text: secrets stay where they are, files are not their names. */
function isApart({ type }: Field): boolean {
  const { ofOneCard, choices } = definitionOf(type);
  return ofOneCard === true || choices === "cards";
}

/**
 * A value of one field as a value of another, or undefined when the other accepts none of it. Goes through the text that an export would show and an import
 * would read, except for: options, which keep their identity; amounts, which are rounded to the other currency's minor unit; instants and days; and people, who
 * are known by name. The result has passed the other field's definition.
 */
export function convertValue(value: unknown, from: Field, to: Field, context: FieldContext, people: People): unknown {
  if (isEmpty(value) || isApart(from) || isApart(to)) return undefined;
  const settings = settingsOf(to, context);
  const definition = definitionOf(to.type);
  const made = optionsOf(value, from, to) ?? throughText(value, from, to, context, people);
  if (isEmpty(made)) return undefined;
  const accepted = definition.accept(made, settings);
  return accepted.ok ? accepted.value : undefined;
}

/** Options of a field that still has options: by id, or by the id of their replacement. */
function optionsOf(value: unknown, from: Field, to: Field): unknown {
  if (!hasOptions(from) || !hasOptions(to)) return undefined;
  const ids = (Array.isArray(value) ? value : [value]).flatMap((id) => currentOption(to, id) ?? []);
  if (ids.length === 0) return undefined;
  return definitionOf(to.type).column === "set" ? [...new Set(ids)] : ids[0];
}

/** The id of the option that an id means: its own, or that of its replacement. Undefined when it is gone. */
export function currentOption({ options }: Field, id: unknown): string | undefined {
  return (
    options.find((option) => option.id === id) ?? options.find((option) => option.formerIds?.some((former) => former === id))
  )?.id;
}

function throughText(value: unknown, from: Field, to: Field, context: FieldContext, people: People): unknown {
  const settings = settingsOf(to, context);
  const text = textOf(value, from, context, people);
  if (text === "") return undefined;
  const [was, becomes] = [definitionOf(from.type), definitionOf(to.type)];
  if (becomes.choices === "people") return people.idOf(text);
  if (hasCurrency(to) && typeof value === "number") {
    const digits = currencies[settings.currency].digits;
    const plain = hasCurrency(from) ? printMinor(value, settingsOf(from, context).currency) : fixed(value, digits);
    return parseMinor(rounded(plain, digits), settings.currency);
  }
  if (was.moment === "instant" && becomes.moment === "day") return text.slice(0, 10);
  if (was.moment === "instant" && becomes.moment === "time") return text.slice(11, 16);
  // Noon in Greenwich is on that day nearly everywhere.
  if (was.moment === "day" && becomes.moment === "instant") return `${text}T12:00:00.000Z`;
  const read = becomes.fromText(text, settings);
  return read.ok ? read.value : undefined;
}

/** The value as a person reads it in a file. */
export function textOf(value: unknown, field: Field, context: FieldContext, people: People): string {
  if (isEmpty(value)) return "";
  const { secret, choices } = definitionOf(field.type);
  if (secret) return "••••";
  if (choices === "people") return typeof value === "string" ? (people.nameOf(value) ?? "") : "";
  try {
    return definitionOf(field.type).toText(value, settingsOf(field, context)).trim();
  } catch {
    // A value from before, which the definition cannot handle.
    return "";
  }
}

/** Without an exponent, which no amount is written with. */
const fixed = (value: number, digits: number): string =>
  Math.abs(value) < 1e21 ? value.toFixed(Math.min(20, digits + 6)) : String(value);

/** A plain decimal rounded half away from zero, without ever being a binary fraction. */
function rounded(plain: string, digits: number): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(plain);
  if (!match) return plain;
  const [, sign = "", whole = "0", fraction = ""] = match;
  if (fraction.length <= digits) return plain;
  const up = Number(fraction[digits]) >= 5 ? 1n : 0n;
  const minor = BigInt(whole + fraction.slice(0, digits)) + up;
  const text = String(minor).padStart(digits + 1, "0");
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}
