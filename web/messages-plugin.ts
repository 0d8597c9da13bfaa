import { isPlain } from "@kartis/i18n/compile.ts";
import { IntlMessageFormat } from "intl-messageformat";
import type { Plugin } from "vite";

/**
 * Parses the catalogues' messages while building, so that the browser needs no parser: half of the message library's weight.
 * The dev server and the tests go without, since there a message may come as it is written.
 */
export function compiledMessages(): Plugin {
  return {
    name: "kartis-messages",
    apply: "build",
    enforce: "pre",
    async resolveId(id, importer) {
      if (id !== "@formatjs/icu-messageformat-parser" || !importer?.includes("intl-messageformat")) return null;
      return this.resolve("@formatjs/icu-messageformat-parser/no-parser.js", importer, { skipSelf: true });
    },
    transform: {
      filter: { id: /\/i18n\/src\/catalogues\/.*\.json$/ },
      handler(json) {
        const sources: unknown = JSON.parse(json);
        if (typeof sources !== "object" || sources === null) return null;
        const compiled = Object.entries(sources).map(([key, source]) => {
          const text = String(source);
          const ast = () => new IntlMessageFormat(text, "en", undefined, { ignoreTag: true, captureLocation: false }).getAst();
          return [key, isPlain(text) ? text : ast()] as const;
        });
        return JSON.stringify(Object.fromEntries(compiled));
      },
    },
  };
}
