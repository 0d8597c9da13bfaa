import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Operation } from "./document.ts";
import { addressOf, commandOf, indented } from "./request.ts";

const operation: Operation = {
  id: "cards.search",
  tag: "Cards",
  method: "GET",
  path: "/card-types/{typeId}/groups",
  summary: "",
  description: "",
  parameters: [
    { name: "typeId", in: "path", required: true },
    { name: "by", in: "query", required: true },
    { name: "sums", in: "query", required: false, schema: { type: "array" } },
    { name: "filter", in: "query", required: false, content: { "application/json": {} } },
  ],
};

it("fills the path, sends lists one by one, and leaves out what is empty", () => {
  expect(addressOf(operation, { typeId: "a/b", by: " status ", sums: "x, y", filter: "" })).toBe(
    "/api/v1/card-types/a%2Fb/groups?by=status&sums=x&sums=y",
  );
});

it("a command says to a shell exactly what was typed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const body = JSON.stringify({ name });
      const command = commandOf({ ...operation, method: "POST" }, { typeId: "t", by: "s" }, body, "http://localhost");
      const heard = execFileSync("sh", ["-c", `curl() { for last; do :; done; printf %s "$last"; }\n${command}`], {
        encoding: "utf8",
      });
      expect(heard).toBe(body);
    }),
    { numRuns: 25 },
  );
});

it("indents JSON alone", () => {
  expect(indented('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(indented("{a}")).toBeUndefined();
});
