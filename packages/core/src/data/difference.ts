import { sameValue } from "../kernel/same-value.ts";
import type { Values } from "./journal.ts";

/** The values that differ, as a record has them: null where there is none. Both are empty if nothing does. */
export function differenceBetween(was: Values, is: Values): { readonly before: Values; readonly after: Values } {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !sameValue(was[name], is[name]));
  const only = (values: Values): Values => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: only(was), after: only(is) };
}
