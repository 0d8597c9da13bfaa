import { describe, expect, it } from "vitest";
import { pathAfterSignIn } from "./rules.ts";

const origin = "https://app.kartis.example";

describe("where to go after signing in", () => {
  it.each(["/cards/deals/crd_1?view=mine#files", "/settings/members", "/invitations/abc", "/cards/%D7%9B"])(
    "%s is gone on to",
    (path) => {
      expect(pathAfterSignIn(path, origin)).toBe(path);
    },
  );

  it.each([
    "https://evil.example/",
    "//evil.example/cards",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "cards",
    "",
    "/login?next=/login",
    "/welcome",
    "/",
    `/${"x".repeat(2_000)}`,
    7,
    undefined,
  ])("%j is not", (next) => {
    expect(pathAfterSignIn(next, origin)).toBeUndefined();
  });

  it("what a header cannot carry is encoded", () => {
    expect(pathAfterSignIn("/cards?q=a b\r\nx: y", origin)).toBe("/cards?q=a%20bx:%20y");
  });
});
