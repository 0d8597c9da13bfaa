import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundle, bundleTogether } from "./bundle.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-bundle-test-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a bundle is made anew only when something it is made from changed", async () => {
  writeFileSync(
    join(directory, "entry.ts"),
    `import { word } from "./word.ts"; export const handler = async (): Promise<string> => word;`,
  );
  writeFileSync(join(directory, "word.ts"), `export const word = "first";`);
  const make = () => bundle({ name: "words", entry: "entry.ts" }, join(directory, "build"), directory);
  const first = await make();
  const madeAt = statSync(first.path).mtimeMs;
  expect(await make()).toEqual(first);
  expect(statSync(first.path).mtimeMs).toBe(madeAt);
  writeFileSync(join(directory, "word.ts"), `export const word = "second";`);
  const second = await make();
  expect(second.hash).not.toBe(first.hash);
  const loaded: { handler(): Promise<string> } = await import(second.path);
  expect(await loaded.handler()).toBe("second");
});

test("bundles made together have each its own folder, which holds all that it comes to and nothing else", async () => {
  const sources = join(directory, "together");
  mkdirSync(sources);
  writeFileSync(join(sources, "shared.ts"), `export const shared = () => "shared";`);
  writeFileSync(join(sources, "rare.ts"), `export const rare = () => "rare";`);
  writeFileSync(join(sources, "a.ts"), `import { shared } from "./shared.ts"; export const handler = () => shared() + " in a";`);
  writeFileSync(
    join(sources, "b.ts"),
    `import { shared } from "./shared.ts"; export const handler = async () => shared() + (await import("./rare.ts")).rare();`,
  );
  const make = () =>
    bundleTogether(
      ["a", "b"].map((name) => ({ name, entry: `${name}.ts` })),
      join(sources, "build"),
      sources,
    );
  const made = await make();
  const pathOf = (name: string) => made.get(name)?.path ?? "";
  const a: { handler(): string } = await import(pathOf("a"));
  const b: { handler(): Promise<string> } = await import(pathOf("b"));
  expect([a.handler(), await b.handler()]).toEqual(["shared in a", "sharedrare"]);
  const codeOf = (name: string) =>
    readdirSync(join(sources, "build", name))
      .filter((file) => file.endsWith(".mjs"))
      .map((file) => readFileSync(join(sources, "build", name, file), "utf8"))
      .join("");
  expect(codeOf("a")).not.toContain("rare");
  expect(await make()).toEqual(made);
  // A folder that somebody emptied is made again, whole.
  rmSync(join(sources, "build", "b"), { recursive: true });
  expect([...(await make()).keys()]).toEqual(["a", "b"]);
  expect(codeOf("b")).toContain("rare");
});
