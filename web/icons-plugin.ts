import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const suffix = ".svg?icon";

/**
 * `import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon"` yields `{ size, paths }`, which `ui/Icon` draws:
 * only the icons that are imported reach the bundle, and they take the text colour around them.
 */
export function icons(): Plugin {
  return {
    name: "kartis-icons",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const svg = await readFile(id.slice(0, -"?icon".length), "utf8");
      const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
      const paths = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map((match) => match[1]);
      if (!size || paths.length === 0) throw new Error(`${id} is not an icon made of paths`);
      return { code: `export default ${JSON.stringify({ size, paths })};`, moduleType: "js" };
    },
  };
}
