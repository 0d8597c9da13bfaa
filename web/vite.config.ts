import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { icons } from "./icons-plugin.ts";
import { compiledMessages } from "./messages-plugin.ts";

/** The Latin letters are on every screen in every language (names, mail addresses), so their file loads beside the script. */
function preloadFont(): Plugin {
  return {
    name: "kartis-preload-font",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const file = Object.keys(context.bundle ?? {}).find((name) => name.includes("geist-latin-wght"));
        if (!file) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    icons(),
    compiledMessages(),
    optimizeLocales.vite({ locales: ["en-US", "he-IL", "hu-HU", "ru-RU"] }),
    react(),
    preloadFont(),
  ],
  build: {
    outDir: "dist",
    target: "es2022",
    // A data: URL would need its own allowance in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
