import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineConfig, minify, type Plugin, type UserConfig } from "vite";
import { fetchedWhole, groups } from "./chunks.ts";
import { withoutFacades } from "./facades-plugin.ts";
import { icons } from "./icons-plugin.ts";
import { customMedia } from "./custom-media-plugin.ts";
import { compiledMessages } from "./messages-plugin.ts";
import { minifiedTwice } from "./minify-plugin.ts";
import { outlines } from "./outline-plugin.ts";
import { fieldTraitsAsData } from "./traits-plugin.ts";

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

/** Chunks that each page needs, by its name in boot.js. */
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  base: ["all"],
  public: ["public"],
  entry: ["app"],
  kit: ["cards", "login"],
  cards: ["cards"],
  forms: ["login"],
  login: ["login"],
};

/**
 * The groups below have many modules. A chunk of one is called after it: what is imported into cards and the text about them are called as the cards are.
 */
const isGroup = ({ name, moduleIds }: { name: string; moduleIds: readonly string[] }) => name in pagesOf && moduleIds.length > 1;
const isOwn = (name: string) => name === "screens" || name === "rolldown-runtime";
const isNamed = (name: string) => name in pagesOf || isOwn(name);

/** Chunks that every page has loaded before any script requests more, and before any of the cards' chunks. */
const ofEveryPage = /\/(rolldown-runtime|base|entry|public)-/;
const ofCards = /\/(rolldown-runtime|base|entry|kit|cards)-/;

/** Catalogue that each page needs. */
const siteOf: Readonly<Record<string, string>> = {
  public: "public",
  screens: "app",
  areas: "login",
  identity: "login",
  errors: "login",
  validation: "login",
};

/** Tells boot.js in which files the two sites, their words and the cards are, so that they are fetched side by side instead of one after another. */
function chunkHints(): Plugin {
  return {
    name: "kartis-chunk-hints",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const hints = chunks.flatMap((chunk) => {
          const facade = chunk.facadeModuleId ?? "";
          const [, language = "", words = ""] = /catalogues\/(\w\w)\/(\w+)\.(?:ts|json)$/.exec(facade) ?? [];
          const site = siteOf[words];
          const pages = site ? [`${site}-${language}`] : isGroup(chunk) ? (pagesOf[chunk.name] ?? []) : [];
          return pages.map((page) => ({ tag: "link", attrs: { rel: "x-chunk", "data-for": page, href: `/${chunk.fileName}` } }));
        });
        return hints.map((hint) => ({ ...hint, injectTo: "head-prepend" as const }));
      },
    },
  };
}

/** Public files are copied as they are, and boot.js holds up the first paint. */
function smallBoot(): Plugin {
  return {
    name: "kartis-small-boot",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const path = join(dir, "boot.js");
      const { code } = await minify("boot.js", await readFile(path, "utf8"), { module: false });
      await writeFile(path, code);
    },
  };
}

const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [
    icons(),
    compiledMessages(),
    outlines(),
    fieldTraitsAsData(),
    optimizeLocales.vite({ locales: ["en-US", "he-IL", "hu-HU", "ru-RU"] }),
    react(),
    preloadFont(),
    chunkHints(),
    smallBoot(),
    withoutFacades(fetchedWhole),
    minifiedTwice(["entry", "kit", "cards"]),
  ],
  // The shim only supports React before 18.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: "use-sync-external-store/with-selector" },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "use-sync-external-store" },
    ],
  },
  // By default each class brings its own name, its file's hash and its line: scripts have all of them.
  css: { modules: { generateScopedName: "[hash:base64:5]" }, postcss: customMedia },
  build: {
    outDir: "dist",
    target: "es2022",
    // A data: URL would need its own allowance in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Of what a chunk needs, only styles that are not there already are fetched with it: scripts it imports by itself, and the lists of them would weigh two kilobytes
      // before the first row.
      resolveDependencies(_file, files, { hostId, hostType }) {
        if (hostType === "html") return files;
        const here = /\/cards-/.test(hostId) ? ofCards : ofEveryPage;
        return files.filter((file) => file.endsWith(".css") && !here.test(file));
      },
    },
    rolldownOptions: {
      // A module that later screens import statically can still be late for the first one; what loads before that is measured (tests/e2e/weight.test.ts).
      checks: { ineffectiveDynamicImport: false },
      output: {
        // The entry and the cards list the files of every chunk that they may load later, where names would weigh a kilobyte each.
        chunkFileNames: (chunk) => (isGroup(chunk) || isOwn(chunk.name) ? "assets/[name]-[hash].js" : "assets/[hash:7].js"),
        assetFileNames({ names: [name = ""] }) {
          return name.endsWith(".css") && !isNamed(name.slice(0, -4))
            ? "assets/[hash:7][extname]"
            : "assets/[name]-[hash][extname]";
        },
        codeSplitting: { groups },
      },
    },
  },
};

export default defineConfig(({ command }) => {
  // A test runner that builds the site says "test" here, and React would come in its development build: twice the weight, and slow.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return config;
});
