import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isTest, textOf } from "./imports.ts";

const definition = "web/src/lib/device/phone.ts";
const files = globSync("web/{src/**/*,*}.{ts,tsx,css}", { cwd: join(import.meta.dirname, "../..") }).filter(
  (path) => path !== definition && !isTest(path),
);

it("what a phone is stands in one place: its width nowhere else, and no script compares the window's", () => {
  const width = /\(max-width: (\d+)px\)/.exec(textOf(definition))?.[1];
  expect(width).toBeDefined();
  const ofItsOwn = new RegExp(String.raw`\b(?:${width}|${Number(width) + 1})(?:px)?\b|innerWidth\s*[<>]`);
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => ofItsOwn.test(textOf(path)))).toEqual([]);
});
