import { join } from "node:path";
import { defineConfig } from "vite";
import { customMedia } from "./custom-media-plugin.ts";

/**
 * The page of lead forms, and the script by which sites embed it: a build of its own, so that neither ever shares a chunk with the app. Visitors of somebody's landing
 * page load a few kilobytes; the app's chunks stay as they are.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  css: { postcss: customMedia },
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    // A data: URL would need its own allowance in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { form: join(import.meta.dirname, "form.html"), embed: join(import.meta.dirname, "src/forms/embed.ts") },
      output: {
        // Sites name this file in their source.
        entryFileNames: ({ name }) => (name === "embed" ? "forms/embed.js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
});
