import { expect, it } from "vitest";
import { isTest, sources, textOf } from "./imports.ts";

const found = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) => [...textOf(file).matchAll(pattern)].flatMap(([, path = ""]) => path));

/** An error that says where it can be mended would otherwise lead to "Page not found". */
it("pages that errors lead to are there", () => {
  const pages = new Set(
    found(
      sources.filter((file) => file.startsWith("web/src/app/routes/")),
      /"(\/[^"$]*)"/g,
    ),
  );
  const named = found(
    sources.filter((file) => file.startsWith("packages/core/src/") && !isTest(file)),
    /(?:targetRoute: |(?:const |R|r)oute = |const integration = )"(\/[^"?]*)/g,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !pages.has(path))).toEqual([]);
});
