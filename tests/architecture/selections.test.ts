import { expect, it } from "vitest";
import { sources, textOf } from "./imports.ts";

it("Escape in a list keeps what is chosen: react-aria clears it, and where the choice is a setting or a value that would be saved", () => {
  const lists = sources
    .filter((path) => path.startsWith("web/src/"))
    .flatMap((path) => [...textOf(path).matchAll(/<(?:ListBox|GridList)\n[^]*?\n\s*>/g)].map(([element]) => ({ path, element })))
    .filter(({ element }) => /selectionMode=(?!"none")/.test(element));
  expect(lists.length).toBeGreaterThan(4);
  expect(lists.filter(({ element }) => !element.includes('escapeKeyBehavior="none"')).map(({ path }) => path)).toEqual([]);
});
