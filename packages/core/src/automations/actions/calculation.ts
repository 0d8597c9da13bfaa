import * as z from "zod";
import { readDecimal } from "../../cards/fields/decimal.ts";
import { definitionOf } from "../../cards/fields/registry.ts";
import { settingsOf } from "../../cards/rules.ts";
import type { CardType, Field } from "../../cards/schema.ts";
import { currencies } from "../../kernel/money.ts";
import type { Problem } from "../triggers/definition.ts";
import type { ActionContext } from "./definition.ts";
import { type FormulaVariable, numberTypes, parseFormula, tidy } from "./formula.ts";
import { type Result, fieldId } from "./settings.ts";

/* The value of a number field, calculated by a formula. */

export const calculate = z.object({
  how: z.literal("calculate"),
  fieldId,
  formula: z.string().trim().min(1, "automations.problem.noFormula").max(500, "validation.length"),
});
type Calculate = z.output<typeof calculate>;

const fieldNamed = (path: string, fields: CardType["fields"]): Field | undefined =>
  path.startsWith("card.") ? fields.find(({ key, id }) => id !== "name" && `card.${key}` === path) : undefined;

export function problemsOfCalculation({ formula }: Calculate, field: Field, fields: CardType["fields"]): readonly Problem[] {
  if (!numberTypes.has(field.type)) return [{ path: "fieldId", message: "automations.problem.numberField" }];
  const parsed = parseFormula(formula);
  if (!parsed) return [{ path: "formula", message: "automations.problem.formula" }];
  const other = parsed.variables.find(({ path }) => {
    // Of several cards it would be the number of one.
    if (path.startsWith("related.")) return true;
    const named = fieldNamed(path, fields);
    return path.startsWith("card.") && (!named || !numberTypes.has(named.type));
  });
  const about = other && (fieldNamed(other.path, fields)?.label ?? other.path);
  return about === undefined ? [] : [{ path: "formula", message: "automations.problem.notNumber", about }];
}

/** Amounts are counted in whole units of their currency, such as shekels. */
const digitsOf = (field: Field, { settings }: ActionContext): number =>
  definitionOf(field.type).settings.includes("currency") ? currencies[settingsOf(field, settings).currency].digits : 0;

/** The result in the field's stored form. Skipped if a field without a fallback is empty, and after a division by zero. */
export async function calculated({ fieldId: targetId, formula }: Calculate, context: ActionContext): Promise<Result> {
  const parsed = parseFormula(formula);
  const target = context.type.fields.find(({ id }) => id === targetId);
  if (!parsed || !target) return { skipped: "automations.problem.formula" };
  const values: number[] = [];
  for (const variable of parsed.variables) {
    const value = (await numberOf(variable, context)) ?? variable.fallback;
    if (value === undefined) return { skipped: "automations.skipped.emptyNumber" };
    values.push(value);
  }
  const result = parsed.compute(values);
  if (!Number.isFinite(result)) return { skipped: "automations.skipped.dividedByZero" };
  const digits = digitsOf(target, context);
  if (!definitionOf(target.type).settings.includes("currency")) return { value: tidy(result) };
  const minor = tidy(result * 10 ** digits);
  return { value: Math.sign(minor) * Math.round(Math.abs(minor)) };
}

/** A field's number; of what started the run, or of an earlier step, the number that its text is. */
async function numberOf({ path }: FormulaVariable, context: ActionContext): Promise<number | undefined> {
  const { card, type, text } = context;
  const field = fieldNamed(path, type.fields);
  if (!field) {
    const decimal = readDecimal(await text(`{{ ${path} }}`));
    return decimal === undefined ? undefined : Number(decimal);
  }
  const value = card.fields[field.id];
  return typeof value === "number" ? tidy(value / 10 ** digitsOf(field, context)) : undefined;
}
