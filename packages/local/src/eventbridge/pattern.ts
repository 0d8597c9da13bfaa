import { isObject } from "../wire/http.ts";
import { PatternError, matcherOf } from "./pattern-matchers.ts";

/** True when an event (the whole envelope) matches. */
export type EventTest = (event: unknown) => boolean;

/**
 * Compiles an event pattern. Throws `PatternError` where EventBridge would answer InvalidEventPatternException.
 * Rules: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function compilePattern(pattern: unknown): EventTest {
  if (!isObject(pattern)) throw new PatternError("Filter is not an object");
  return compileFields(pattern, "$");
}

/** Like the above, from the text in PutRule. */
export function parsePattern(text: string): EventTest {
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    throw new PatternError("Filter is not valid JSON");
  }
  return compilePattern(pattern);
}

/** All fields must match (and). */
function compileFields(pattern: Readonly<Record<string, unknown>>, path: string): EventTest {
  const tests = Object.entries(pattern).map(([key, condition]) => {
    const here = `${path}.${key}`;
    if (key === "$or" && isAlternatives(condition)) {
      const alternatives = condition.map((one) => compileFields(one, here));
      return (event: unknown) => alternatives.some((test) => test(event));
    }
    const test = Array.isArray(condition) ? compileLeaf(condition, here) : compileNested(condition, here);
    return (event: unknown) => test(isObject(event) && Object.hasOwn(event, key) ? event[key] : undefined);
  });
  if (tests.length === 0) throw new PatternError(`Empty objects are not allowed at ${path}`);
  return (event) => tests.every((test) => test(event));
}

/** A field named `$or` is an ordinary field unless it is a list of at least two patterns. */
function isAlternatives(condition: unknown): condition is Record<string, unknown>[] {
  return Array.isArray(condition) && condition.length >= 2 && condition.every(isObject);
}

function compileNested(condition: unknown, path: string): EventTest {
  if (!isObject(condition)) throw new PatternError(`"${path}" must be an object or an array`);
  const test = compileFields(condition, path);
  return (value) => {
    // In an array of objects, one object must satisfy the whole nested pattern by itself.
    const objects = (Array.isArray(value) ? value.flat(Infinity) : [value]).filter(isObject);
    // No object: its fields are absent, which `exists: false` can match.
    return objects.length > 0 ? objects.some(test) : test({});
  };
}

/** Any one of the conditions (or), on any one of the values where the event holds an array. */
function compileLeaf(conditions: readonly unknown[], path: string): EventTest {
  if (conditions.length === 0) throw new PatternError(`Empty arrays are not allowed at ${path}`);
  const tests = conditions.map((condition): ((leaves: readonly unknown[]) => boolean) => {
    if (isObject(condition) && "exists" in condition) {
      const { exists } = condition;
      if (typeof exists !== "boolean") throw new PatternError(`exists match pattern must be either true or false at ${path}`);
      return (leaves) => leaves.length > 0 === exists;
    }
    const matches = matcherOf(condition, path);
    return (leaves) => leaves.some(matches);
  });
  return (value) => {
    const leaves = leavesOf(value);
    return tests.some((test) => test(leaves));
  };
}

/** `exists` and all comparisons see leaves only: an object, or an empty array, has none. */
function leavesOf(value: unknown): readonly unknown[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.flat(Infinity) : [value];
  return values.filter((one) => one !== undefined && !isObject(one));
}
