import { declarations } from "@kartis/api-client/declarations.ts";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** The client's types, beside it. */
function types(): Plugin {
  return {
    name: "kartis-api-client-types",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "developers/kartis.d.ts", source: await declarations() });
    },
  };
}

/** The client of the public API, as developers download it: one file that imports nothing, and its types. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [types()],
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    minify: false,
    modulePreload: { polyfill: false },
    lib: {
      entry: join(import.meta.dirname, "../packages/api-client/src/kartis.ts"),
      formats: ["es"],
      fileName: () => "developers/kartis.js",
    },
  },
});
