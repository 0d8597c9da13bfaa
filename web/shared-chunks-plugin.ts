import type { GetModuleInfo } from "rolldown";
import type { Plugin } from "vite";
import { type Graph, joinedChunks } from "./joined-chunks.ts";

/** About what is left of a module when it is minified. */
const minifiedSize = (code: string) => code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|\s+/gm, "").length * 0.7;

function graphOf(modules: Iterable<string>, infoOf: GetModuleInfo, isEarly: RegExp): Graph {
  const imports = new Map<string, readonly string[]>();
  const later = new Map<string, readonly string[]>();
  const sizes = new Map<string, number>();
  const entries = new Set<string>();
  for (const module of modules) {
    const info = infoOf(module);
    if (!info) continue;
    imports.set(module, info.importedIds);
    later.set(module, info.dynamicallyImportedIds);
    sizes.set(module, minifiedSize(info.code ?? ""));
    for (const entry of [...(info.isEntry ? [module] : []), ...info.dynamicallyImportedIds]) entries.add(entry);
  }
  const early = new Set([...entries].filter((entry) => isEarly.test(entry)));
  return { imports, later, sizes, early, entries: [...entries].toSorted() };
}

/**
 * Puts what several pages and dialogs share into fewer files than there are sets of those. Rolldown's own `entriesAwareMergeThreshold` makes files that import each
 * other, whose classes then extend what is not there yet, and another division at each build. Entries that are early get nothing more than they need.
 */
export function sharedChunks(isEarly: RegExp) {
  const files = new Map<string, string>();
  const plugin: Plugin = {
    name: "kartis-shared-chunks",
    apply: "build",
    buildEnd() {
      files.clear();
      const chunks = joinedChunks(graphOf(this.getModuleIds(), (module) => this.getModuleInfo(module), isEarly));
      for (const [index, modules] of chunks.entries()) for (const module of modules) files.set(module, `shared-${index}`);
    },
  };
  const group = {
    name: (module: string) => files.get(module),
    debugName: "shared",
    test: (module: string) => files.has(module),
    priority: 0,
    // They are in the chunks that were reckoned with.
    includeDependenciesRecursively: false,
  };
  return { plugin, group };
}
