import { expect, it } from "vitest";
import { sources, textOf } from "./imports.ts";

const core = "packages/core/src/";
/** What all domains stand on. */
const ground: ReadonlySet<string> = new Set(["kernel", "data"]);

it("the README's map names every domain once, and no other", () => {
  const domains = new Set(
    sources
      .filter((path) => path.startsWith(core) && path.slice(core.length).includes("/"))
      .flatMap((path) => path.slice(core.length).split("/")[0] ?? [])
      .filter((name) => !ground.has(name)),
  );
  const [, map = ""] = /### The domains of [^\n]*\n([^#]*)/.exec(textOf("README.md")) ?? [];
  const named = [...map.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual([...domains].toSorted());
});
