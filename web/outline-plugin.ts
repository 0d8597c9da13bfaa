import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { parseMarkdown, plainText } from "./src/public/texts/markdown.ts";

/** `import outline from "./cards.md?outline"` yields the title and the first paragraph of a text: what a list of texts says of each, without the text. */
export function outlines(): Plugin {
  return {
    name: "kartis-outlines",
    enforce: "pre",
    async load(id) {
      const [file = "", way] = id.split("?");
      if (!file.endsWith(".md") || way !== "outline") return null;
      const [title, lead] = parseMarkdown(await readFile(file, "utf8"));
      if (title?.kind !== "heading" || lead?.kind !== "paragraph")
        throw new Error(`${file} begins with a title and what it is about`);
      return { code: `export default ${JSON.stringify({ title: plainText(title), lead: plainText(lead) })};`, moduleType: "js" };
    },
  };
}
