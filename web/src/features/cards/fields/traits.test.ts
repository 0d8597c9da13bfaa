import { fieldRegistry } from "@kartis/core/cards/fields/registry.ts";
import { expect, test } from "vitest";
import { fieldTraits } from "./traits.ts";

test("what the list knows of each field type is what its definition says", () => {
  const defined = Object.fromEntries(
    Object.entries(fieldRegistry).map(([type, { control, sortable, summable }]) => [type, { control, sortable, summable }]),
  );
  expect(fieldTraits).toEqual(defined);
});
