import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Modules for an icon's path, by the query at its end, which decides how the icon is drawn. */
const ways: Readonly<Record<string, (id: string, size: number, paths: readonly (string | undefined)[]) => string>> = {
  icon: (_id, size, paths) => `export default ${JSON.stringify({ size, paths })};`,
  "icon-later": (id, size) =>
    `export default { size: ${size}, paths: [], load: async () => (await import(${JSON.stringify(`${id}?icon-paths`)})).default };`,
  "icon-paths": (_id, _size, paths) => `export default ${JSON.stringify(paths)};`,
};

/**
 * `import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon"` yields `{ size, paths }`, which `ui/Icon` draws:
 * only the icons that are imported reach the bundle, and they take the text colour around them. With `?icon-later` the paths are fetched when the icon is first drawn.
 */
export function icons(): Plugin {
  return {
    name: "kartis-icons",
    enforce: "pre",
    async load(id) {
      const [file = "", way = ""] = id.split("?");
      const write = ways[way];
      if (!file.endsWith(".svg") || !write) return null;
      const svg = await readFile(file, "utf8");
      const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
      const paths = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map((match) => match[1]);
      if (!size || paths.length === 0) throw new Error(`${id} is not an icon made of paths`);
      return { code: write(file, size, paths), moduleType: "js" };
    },
  };
}
