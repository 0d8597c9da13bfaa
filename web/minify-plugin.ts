import { minify } from "terser";
import type { Plugin } from "vite";

/** Has Terser go over the chunks with these names after Vite's own minifier, which is ten times as quick and leaves a fiftieth more. */
export function minifiedTwice(names: readonly string[]): Plugin {
  return {
    name: "kartis-minified-twice",
    apply: "build",
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !names.includes(chunk.name)) continue;
        const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 3 } });
        if (code) chunk.code = code;
      }
    },
  };
}
