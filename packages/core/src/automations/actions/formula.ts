import jsep from "jsep";
import type { FieldType } from "../../cards/fields/registry.ts";
import { readDecimal } from "../../cards/fields/decimal.ts";
import { readNumber } from "../../kernel/numbers.ts";

/* Calculations with numbers and variables, such as `{{ card.price }} * 1.17`. */

/** Types of fields that calculations read and write. */
export const numberTypes: ReadonlySet<FieldType> = new Set(["number", "range", "currency", "accounting"]);

/** What a formula names. */
export interface FormulaVariable {
  /** As in texts: `card.price`. */
  readonly path: string;
  /** Stands in for a variable without a value. */
  readonly fallback: number | undefined;
}

export interface Formula {
  readonly variables: readonly FormulaVariable[];
  /** @param values of the variables, in their order. @returns a number that is not finite after a division by zero */
  readonly compute: (values: readonly number[]) => number;
}

/** Its fallback as it is written: what may stand around the number is taken off afterwards, since a pattern that did both would try every way to share out blanks. */
const variable = /\{\{\s*([\w.-]+)\s*(?:\|([^{}|]*))?\}\}/g;
/** Numbers, the four operations in the signs that people use, percentages and parentheses. */
const written = /^[\d\s.,%()+*/×÷·:\u2212-]*$/;
const signs: Readonly<Record<string, string>> = { "×": "*", "·": "*", "÷": "/", ":": "/", "\u2212": "-" };

/** Undefined for a text that is no calculation. Numbers are read as people write them in any of the languages: `1,5`, `1.5`, `17%`. */
export function parseFormula(text: string): Formula | undefined {
  const variables: FormulaVariable[] = [];
  const pieces = text.split(variable);
  let code = "";
  // Text, path and fallback take turns.
  for (const [at, piece] of pieces.entries()) {
    if (at % 3 === 0) {
      const plain = written.test(piece ?? "") ? plainOf(piece ?? "") : undefined;
      if (plain === undefined) return undefined;
      code += plain;
    } else if (at % 3 === 1) {
      const fallback = fallbackIn(pieces[at + 1] ?? "");
      code += ` v${variables.length} `;
      variables.push({ path: piece ?? "", fallback });
    }
  }
  const compute = compiled(code);
  return compute && { variables, compute };
}

/** A piece between variables in the parser's notation; undefined if it has a number that is none. */
function plainOf(piece: string): string | undefined {
  let isWrong = false;
  const plain = piece
    .replace(/[×·÷:\u2212]/g, (sign) => signs[sign] ?? sign)
    .replace(/([\d.,]+)(\s*%)?/g, (_, digits: string, percent: string | undefined) => {
      const number = numberIn(digits);
      if (number === undefined) isWrong = true;
      return percent ? `(${String(number)}/100)` : String(number);
    });
  return isWrong || plain.includes("%") ? undefined : plain;
}

/** `0`, `"0"` or `default: 0`, as in texts. */
const fallbackIn = (written: string): number | undefined =>
  numberIn(
    written
      .trim()
      .replace(/^default:/, "")
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2")
      .trim(),
  );

function numberIn(text: string): number | undefined {
  const number = readNumber(readDecimal(text) ?? "x");
  return Number.isNaN(number) ? undefined : number;
}

function compiled(code: string): Formula["compute"] | undefined {
  try {
    return computing(jsep(code));
  } catch {
    return undefined;
  }
}

const operations: Readonly<Record<string, (one: number, other: number) => number>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => one / other,
};

const isLiteral = (part: jsep.Expression): part is jsep.Literal => part.type === "Literal";
const isVariable = (part: jsep.Expression): part is jsep.Identifier => part.type === "Identifier";
const isUnary = (part: jsep.Expression): part is jsep.UnaryExpression => part.type === "UnaryExpression";
const isBinary = (part: jsep.Expression): part is jsep.BinaryExpression => part.type === "BinaryExpression";

function computing(part: jsep.Expression): Formula["compute"] | undefined {
  if (isLiteral(part)) {
    const { value } = part;
    return typeof value === "number" ? () => value : undefined;
  }
  if (isVariable(part)) {
    const at = Number(part.name.slice(1));
    return (values) => values[at] ?? Number.NaN;
  }
  if (isUnary(part)) {
    const of = computing(part.argument);
    return of && (part.operator === "-" ? (values) => -of(values) : part.operator === "+" ? of : undefined);
  }
  if (!isBinary(part)) return undefined;
  const [operation, left, right] = [operations[part.operator], computing(part.left), computing(part.right)];
  return operation && left && right && ((values) => operation(left(values), right(values)));
}

/** The number with the digits that a double is sure of, so that 0.1 + 0.2 is 0.3. */
export const tidy = (value: number): number => Number(value.toPrecision(15));
