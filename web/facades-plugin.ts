import type { Plugin } from "vite";

/** A chunk of nothing but `export{a as default,b as Panel}from"./shared.js"`. */
const facade = /^export\{([^}]+)\}from["'`]\.\/([^"'`]+)["'`];?\s*$/;
const imported = /\bimport\(["'`]\.\/([^"'`]+)["'`]\)/g;

const baseOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf("/") + 1);

/**
 * Takes modules that are loaded by `import()` from the chunk that holds them, if that is one of these groups. Rolldown makes a file of forty bytes for each of
 * them, which says under which names the chunk exports it; a browser would fetch dozens of these. Their exports never change, so a copy is as good as they are.
 */
export function withoutFacades(groups: ReadonlySet<string>): Plugin {
  return {
    name: "kartis-without-facades",
    apply: "build",
    generateBundle: {
      // What Vite itself adds, such as the styles of a chunk, is there by then.
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const held = new Set(chunks.filter(({ name }) => groups.has(name)).map(({ fileName }) => baseOf(fileName)));
        const facades = new Map<string, string>();
        for (const { fileName, code, isDynamicEntry, isEntry, moduleIds } of chunks) {
          const [, names, holder] = facade.exec(code.trim()) ?? [];
          if (!isDynamicEntry || isEntry || moduleIds.length > 0 || names === undefined) continue;
          if (holder === undefined || !held.has(holder)) continue;
          const copied = names.split(",").map((name) => {
            const [inChunk = "", own = inChunk] = name.trim().split(" as ");
            return `${own}:e.${inChunk}`;
          });
          facades.set(baseOf(fileName), `import("./${holder}").then(e=>({${copied.join(",")}}))`);
        }
        for (const chunk of chunks) chunk.code = chunk.code.replace(imported, (call, file: string) => facades.get(file) ?? call);
        for (const { fileName } of chunks) if (facades.has(baseOf(fileName))) delete bundle[fileName];
      },
    },
  };
}
