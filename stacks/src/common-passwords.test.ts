import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { commonPasswords } from "./common-passwords.ts";

it("the list of common passwords comes out of a bundle as it is in its package, at half the size", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kartis-passwords-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, "list.mjs");
  const { metafile } = await build({
    stdin: { contents: `export { dictionary } from "@zxcvbn-ts/language-common";`, resolveDir: import.meta.dirname },
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [commonPasswords],
    metafile: true,
    outfile,
  });
  const passwords = dictionary["passwords-common"];
  const unpacked: { readonly dictionary: Readonly<Record<string, readonly string[]>> } = await import(outfile);
  expect(new Set(unpacked.dictionary["passwords-common"])).toEqual(new Set(passwords));
  const [bytes = 0] = Object.values(metafile.outputs).map((output) => output.bytes);
  expect(bytes).toBeLessThan(passwords.join("\n").length / 2);
});
