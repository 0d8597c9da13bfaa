import { longestName } from "@kartis/core/automations/schema.ts";

const same = (name: string): string => name.trim().toLowerCase();

/** The name, with the first number that no other has where it is taken: "Call back (2)". */
export function distinctName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(same));
  const numbered = (number: number): string => {
    const suffix = ` (${number})`;
    return `${name.slice(0, longestName - suffix.length)}${suffix}`;
  };
  const numbers = Array.from({ length: others.length + 1 }, (_, at) => numbered(at + 2));
  return [name, ...numbers].find((one) => !taken.has(same(one))) ?? name;
}

/** Whether it is the name itself, or the name with a number that `distinctName` has given it. */
export const isNumberedFrom = (base: string, name: string): boolean =>
  name.startsWith(base) && /^(?: \(\d+\))?$/.test(name.slice(base.length));
