import { BlockList, isIP } from "node:net";
import { isObject } from "../wire/http.ts";

/** Decides about one leaf value of an event: a string, number, boolean or null. */
export type Matcher = (value: unknown) => boolean;

/** A pattern that EventBridge would refuse to store. */
export class PatternError extends Error {}

/** A literal matches itself; an object is one comparison operator. `exists` is not here: it is about absence, see pattern.ts. */
export function matcherOf(condition: unknown, path: string): Matcher {
  if (!isObject(condition)) {
    if (Array.isArray(condition)) throw new PatternError(`Array in array at ${path}`);
    return (value) => value === condition;
  }
  const [[operator, operand] = ["", undefined], ...more] = Object.entries(condition);
  if (more.length > 0) throw new PatternError(`Only one key allowed in match expression at ${path}`);
  switch (operator) {
    case "prefix":
    case "suffix":
      return affixMatcher(operator, operand, path);
    case "equals-ignore-case": {
      const wanted = textOperand(operator, operand, path).toLowerCase();
      return onText((text) => text.toLowerCase() === wanted);
    }
    case "wildcard": {
      const expression = wildcardExpression(textOperand(operator, operand, path), path);
      return onText((text) => expression.test(text));
    }
    case "numeric":
      return numericMatcher(operand, path);
    case "cidr":
      return cidrMatcher(textOperand(operator, operand, path), path);
    case "anything-but":
      return anythingBut(operand, path);
    default:
      throw new PatternError(`Unrecognized match type ${operator} at ${path}`);
  }
}

function onText(test: (text: string) => boolean): Matcher {
  return (value) => typeof value === "string" && test(value);
}

function textOperand(operator: string, operand: unknown, path: string): string {
  if (typeof operand !== "string") throw new PatternError(`${operator} match pattern must be a string at ${path}`);
  return operand;
}

function affixMatcher(operator: "prefix" | "suffix", operand: unknown, path: string): Matcher {
  const ignoreCase = isObject(operand);
  const wanted = textOperand(operator, ignoreCase ? operand["equals-ignore-case"] : operand, path);
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  return onText((text) => (operator === "prefix" ? fold(text).startsWith(fold(wanted)) : fold(text).endsWith(fold(wanted))));
}

/** `*` stands for any run of characters; `\*` and `\\` for themselves. */
function wildcardExpression(text: string, path: string): RegExp {
  let source = "";
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "*") {
      if (text.charAt(index + 1) === "*") throw new PatternError(`Consecutive wildcard characters at ${path}`);
      source += "[^]*";
    } else if (character === "\\") {
      index++;
      const escaped = text.charAt(index);
      if (escaped !== "*" && escaped !== "\\") throw new PatternError(`Invalid escape character at ${path}`);
      source += `\\${escaped}`;
    } else source += character.replace(/[.+?^${}()|[\]/]/, "\\$&");
  }
  return new RegExp(`^${source}$`);
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "=": (a, b) => a === b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

function numericMatcher(operand: unknown, path: string): Matcher {
  const wrong = () => new PatternError(`Invalid numeric match at ${path}`);
  if (!Array.isArray(operand) || ![2, 4].includes(operand.length)) throw wrong();
  const tests: ((value: number) => boolean)[] = [];
  for (let index = 0; index < operand.length; index += 2) {
    const compare = comparisons[String(operand[index])];
    const bound: unknown = operand[index + 1];
    // EventBridge compares numbers only between minus and plus five billion.
    if (!compare || typeof bound !== "number" || Math.abs(bound) > 5e9) throw wrong();
    tests.push((value) => compare(value, bound));
  }
  return (value) => typeof value === "number" && tests.every((test) => test(value));
}

function cidrMatcher(text: string, path: string): Matcher {
  const [address = "", bits = ""] = text.split("/");
  const version = isIP(address);
  const prefixLength = Number(bits);
  if (version === 0 || !/^\d+$/.test(bits) || prefixLength > (version === 4 ? 32 : 128)) {
    throw new PatternError(`Malformed CIDR at ${path}`);
  }
  const block = new BlockList();
  const family = version === 4 ? "ipv4" : "ipv6";
  block.addSubnet(address, prefixLength, family);
  return onText((ip) => isIP(ip) === version && block.check(ip, family));
}

/** Any value but these; the field must be there. A list under an operator means none of them. */
function anythingBut(operand: unknown, path: string): Matcher {
  if (isObject(operand)) {
    const [[operator, inner] = ["", undefined], ...more] = Object.entries(operand);
    if (more.length > 0 || !["prefix", "suffix", "equals-ignore-case", "wildcard"].includes(operator)) {
      throw new PatternError(`Unsupported anything-but pattern: ${operator} at ${path}`);
    }
    const refused = listOf(inner, path).map((one) => matcherOf({ [operator]: one }, path));
    return (value) => !refused.some((matches) => matches(value));
  }
  const refused = listOf(operand, path);
  if (refused.some((one) => typeof one !== "string" && typeof one !== "number")) {
    throw new PatternError(`Inside anything-but list, start|null|boolean is not supported at ${path}`);
  }
  return (value) => !refused.includes(value);
}

function listOf(operand: unknown, path: string): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw new PatternError(`Empty list in anything-but at ${path}`);
  return list;
}
