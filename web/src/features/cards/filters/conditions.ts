import type { Operator } from "@kartis/core/cards/fields/field.ts";
import type { Condition, Filter } from "@kartis/core/cards/query/schema.ts";

/**
 * Content of the filter bar. Chips stand for conditions that must all hold; anything nested (from a link or a saved view) is one chip that can
 * be seen and removed, and is never lost by editing the others.
 */
export type Chip =
  | { readonly kind: "condition"; readonly condition: Condition }
  | { readonly kind: "group"; readonly filter: Filter };

const isGroup = (filter: Filter): filter is Exclude<Filter, Condition> => "all" in filter || "any" in filter;

export function chipsOf(filter: Filter | undefined): Chip[] {
  if (!filter) return [];
  if ("all" in filter) return filter.all.flatMap((part) => ("all" in part ? chipsOf(part) : [chipOf(part)]));
  if ("any" in filter && filter.any.length === 1) return filter.any.flatMap((part) => chipsOf(part));
  return [chipOf(filter)];
}

function chipOf(filter: Filter): Chip {
  return isGroup(filter) ? { kind: "group", filter } : { kind: "condition", condition: filter };
}

export function filterOf(chips: readonly Chip[]): Filter | undefined {
  const parts = chips.map((chip) => (chip.kind === "group" ? chip.filter : chip.condition));
  return parts.length === 0 ? undefined : { all: parts };
}

/** The shape of value that an operator takes (schema: `Condition.value`). */
export type Arity = "none" | "one" | "pair" | "many";

const arities: Partial<Record<Operator, Arity>> = {
  EXISTS: "none",
  NOT_EXISTS: "none",
  TRUE: "none",
  FALSE: "none",
  BETWEEN: "pair",
  NOT_BETWEEN: "pair",
  IN: "many",
  NOT_IN: "many",
};

export const arityOf = (operator: Operator): Arity => arities[operator] ?? "one";

/** The condition with another operator; what was entered stays where the new operator can take it. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const values = valuesOf(condition);
  const { fieldId } = condition;
  switch (arityOf(operator)) {
    case "none":
      return { fieldId, operator };
    case "one":
      return values[0] === undefined ? { fieldId, operator } : { fieldId, operator, value: values[0] };
    case "pair":
      return values.length === 0 ? { fieldId, operator } : { fieldId, operator, value: [values[0], values[1] ?? values[0]] };
    case "many":
      return { fieldId, operator, value: values };
  }
}

/** All values of a condition, whatever the operator's shape. */
export function valuesOf({ value }: Condition): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A condition that is still being written (no value yet) is shown but does not filter. */
export function isComplete(condition: Condition): boolean {
  const values = valuesOf(condition);
  switch (arityOf(condition.operator)) {
    case "none":
      return true;
    case "pair":
      return values.length === 2 && values.every((value) => value !== undefined && value !== null && value !== "");
    default:
      return values.length > 0 && values.every((value) => value !== "");
  }
}
