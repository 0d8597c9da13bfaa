import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Graph, joinedChunks } from "./joined-chunks.ts";

const count = 24;
const modules = Array.from({ length: count }, (_, index) => `m${String(index).padStart(2, "0")}`);
const some = (max: number) => fc.uniqueArray(fc.constantFrom(...modules), { maxLength: max });

/** Modules that import each other at will, in circles too. */
const graphs: fc.Arbitrary<Graph> = fc
  .record({
    imports: fc.array(some(3), { minLength: count, maxLength: count }),
    later: fc.array(some(2), { minLength: count, maxLength: count }),
    sizes: fc.array(fc.nat(8000), { minLength: count, maxLength: count }),
    scripts: fc.uniqueArray(fc.constantFrom(...modules), { minLength: 1, maxLength: 3 }),
    early: some(3),
  })
  .map(({ imports, later, sizes, scripts, early }) => {
    const of = <T>(values: readonly T[]) => new Map(values.map((value, index) => [modules[index] ?? "", value]));
    const entries = [...new Set([...scripts, ...later.flat()])].toSorted();
    return {
      imports: of(imports),
      later: of(later),
      sizes: of(sizes),
      entries,
      early: new Set(early.filter((entry) => entries.includes(entry))),
    };
  });

function closure<T>(from: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const reached = new Set(from);
  for (const one of reached) for (const other of next(one)) reached.add(other);
  return reached;
}

const needsOf = (entry: string, { imports }: Graph) => closure([entry], (module) => imports.get(module) ?? []);

/** The file of each module: what is joined, or that of the only entry that needs it. */
function filesOf(graph: Graph): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of graph.entries) for (const module of needsOf(entry, graph)) files.set(module, `own-${entry}`);
  for (const [index, chunk] of joinedChunks(graph).entries()) for (const module of chunk) files.set(module, `shared-${index}`);
  return files;
}

/** What a file imports. */
const importsOf = (graph: Graph, files: Map<string, string>) => (file: string) =>
  [...files].flatMap(([module, of]) =>
    of === file
      ? (graph.imports.get(module) ?? []).map((imported) => files.get(imported) ?? "none").filter((other) => other !== file)
      : [],
  );

describe("files that several entries share", () => {
  it("hold each module that several entries need once, and no other", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const needs = graph.entries.flatMap((entry) => [...needsOf(entry, graph)]);
        const ofSeveral = modules.filter((module) => needs.indexOf(module) !== needs.lastIndexOf(module));
        expect(joinedChunks(graph).flat().toSorted()).toEqual(ofSeveral);
      }),
      { numRuns: 300 },
    );
  });

  it("never import themselves by way of others", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const files = filesOf(graph);
        const imports = importsOf(graph, files);
        for (const file of new Set(files.values())) expect(closure(imports(file), imports)).not.toContain(file);
      }),
      { numRuns: 1000 },
    );
  });

  it("bring an early entry nothing that it does not need", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const files = filesOf(graph);
        for (const entry of graph.early) {
          const loaded = closure([files.get(entry) ?? "none"], importsOf(graph, files));
          const needed = needsOf(entry, graph);
          for (const [module, file] of files) if (file.startsWith("shared") && loaded.has(file)) expect(needed).toContain(module);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("are fewer where that costs less than a request", () => {
    const entries = ["page", "dialog", "menu"];
    const graph = (size: number): Graph => ({
      imports: new Map([
        ["page", ["a"]],
        ["dialog", ["a", "b"]],
        ["menu", ["b"]],
      ]),
      later: new Map([["page", ["dialog", "menu"]]]),
      sizes: new Map([
        ["a", size],
        ["b", size],
      ]),
      entries,
      early: new Set(),
    });
    expect(joinedChunks(graph(2000))).toEqual([["a", "b"]]);
    expect(joinedChunks(graph(20_000))).toEqual([["a"], ["b"]]);
    expect(joinedChunks({ ...graph(2000), early: new Set(["page"]) })).toEqual([["a"], ["b"]]);
  });

  it("stay two where a third that is too large for either is between them", () => {
    const entries = Array.from({ length: 13 }, (_, index) => `entry${String(index).padStart(2, "0")}`);
    const needed = (index: number) => (index < 2 ? ["top", "top.css"] : index < 12 ? ["between"] : ["bottom", "bottom.css"]);
    const graph: Graph = {
      imports: new Map<string, string[]>([
        ...entries.map((entry, index) => [entry, needed(index)] as const),
        ["top", ["between"]],
        ["between", ["bottom", "bottom.css"]],
      ]),
      later: new Map(entries.map((entry) => [entry, entries])),
      sizes: new Map([
        ["top", 2000],
        ["between", 119_000],
        ["bottom", 5000],
      ]),
      entries,
      early: new Set(),
    };
    expect(new Set(joinedChunks(graph))).toEqual(new Set([["between"], ["bottom", "bottom.css"], ["top", "top.css"]]));
  });
});
