import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
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

/** What signing in shares with the cards, so that it does not wait for them. */
const kit =
  /web\/src\/(ui\/(Button|Icon|Link|Brand|Spinner|Num)\.tsx|ui\/Field\.module\.css|lib\/title\.ts)$|(useControlledState|PortalProvider)\.mjs$|react-query\/.*\/useQuery\.js$|\/(calendar_ltr|call|checkbox_checked|mail)_16_regular/;

/** Tells boot.js which files the words and the cards are in, so that they are fetched beside the entry instead of after it. */
function chunkHints(): Plugin {
  return {
    name: "kartis-chunk-hints",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const hints = chunks.flatMap((chunk) => {
          const language = /catalogues\/(\w\w)\/screens\.ts$/.exec(chunk.facadeModuleId ?? "")?.[1];
          const isCards = chunk.name === "kit" || chunk.name === "cards";
          if (!language && !isCards) return [];
          return [{ tag: "link", attrs: { rel: "x-chunk", "data-for": language ?? "cards", href: `/${chunk.fileName}` } }];
        });
        return hints.map((hint) => ({ ...hint, injectTo: "head-prepend" as const }));
      },
    },
  };
}

const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [
    icons(),
    compiledMessages(),
    optimizeLocales.vite({ locales: ["en-US", "he-IL", "hu-HU", "ru-RU"] }),
    react(),
    preloadFont(),
    chunkHints(),
  ],
  build: {
    outDir: "dist",
    target: "es2022",
    // A data: URL would need its own allowance in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What always loads together is one file: by default each module that two pages share becomes a file of its own, 60 of them before the first row.
        codeSplitting: {
          groups: [
            { name: "entry", tags: ["$initial"], priority: 3 },
            { name: "kit", test: kit, priority: 2 },
            { name: "cards", test: /web\/src\/(app\/shell\/Shell|features\/cards\/CardsPage)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
};

export default defineConfig(({ command }) => {
  // A test runner that builds the site says "test" here, and React would come in its development build: twice the weight, and slow.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return config;
});
