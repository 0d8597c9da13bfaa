import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "esbuild";

/**
 * Puts the list of common passwords into a bundle alone and compressed, to be unpacked when it is imported: its package has other lists beside it, and as a text
 * of JavaScript it would be a seventh of the API's code.
 */
export const commonPasswords: Plugin = {
  name: "common-passwords",
  setup(build) {
    const filter = /^@zxcvbn-ts\/language-common$/;
    build.onResolve({ filter }, ({ path }) => ({ path: `node_modules/${path}`, namespace: "common-passwords" }));
    build.onLoad({ filter: /.*/, namespace: "common-passwords" }, async () => ({ contents: await packed() }));
  },
};

async function packed(): Promise<string> {
  const { dictionary } = await import("@zxcvbn-ts/language-common"); // not loaded at all when everything is up to date
  // In the order of the alphabet neighbours have more in common; the order of their use is not asked for.
  const text = dictionary["passwords-common"].toSorted().join("\n");
  const compressed = brotliCompressSync(text);
  return `import { brotliDecompressSync } from "node:zlib";
const packed = Buffer.from("${compressed.toString("base64")}", "base64");
export const dictionary = { "passwords-common": brotliDecompressSync(packed).toString("utf8").split("\\n") };`;
}
