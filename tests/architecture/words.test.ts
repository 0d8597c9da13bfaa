import { type LazyArea, lazyAreas, screenAreas } from "@kartis/i18n/messages.ts";
import { expect, it } from "vitest";
import { imports, isTest, sources, textOf } from "./imports.ts";

const start = "web/src/main.tsx";
/** Pages without an account have words of their own: `public/language.ts`. */
const isOfApp = (path: string): boolean =>
  /^(web\/src|packages\/(core|i18n)\/src)\/.*\.tsx?$/.test(path) && !path.startsWith("web/src/public/") && !isTest(path);

/**
 * `withWords(["views"], import("…"))` and `pageRoute("/cards", ["views"], () => import("…"), …)`, also with a list that has a name: the areas that come along with a
 * file, in the file that has it fetched.
 */
const wordsWith =
  /(?:withWords\(|(?:pageRoute|entryRoute)\(\s*(?:path|"[^"]*"),)\s*(\[[^\]]*\]|\w+),\s*(?:\(\) =>\s*)?import\(\s*"([^"]+)"/g;

function areasIn(list: string, text: string): string[] {
  const names = [...list.matchAll(/"?(\w+)"?/g)].map(([part, name = ""]) => ({ part, name }));
  return names.flatMap(({ part, name }) => {
    if (part.startsWith('"')) return [name];
    const [, named] = new RegExp(`const ${name} = (\\[[^\\]]*\\])`).exec(text) ?? [];
    return named ? areasIn(named, text) : [];
  });
}

interface Way {
  readonly from: string;
  readonly areas: readonly string[];
}

const ways = new Map<string, Way[]>();
for (const { from, to, typeOnly } of imports) {
  if (typeOnly || !isOfApp(from) || !isOfApp(to)) continue;
  const stem = to.slice(to.lastIndexOf("/") + 1);
  const text = textOf(from);
  const given = [...text.matchAll(wordsWith)].filter(([, , path]) => path?.endsWith(`/${stem}`));
  const areas = given.flatMap(([, list = ""]) => areasIn(list, text));
  ways.set(to, [...(ways.get(to) ?? []), { from, areas }]);
}

/** The areas that are there whenever the file runs: those of every way to it. */
function areasThere(): ReadonlyMap<string, ReadonlySet<string>> {
  const there = new Map<string, ReadonlySet<string>>([[start, new Set(screenAreas)]]);
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const [file, into] of ways) {
      if (file === start) continue;
      const each = into.flatMap(({ from, areas }) => {
        const known = there.get(from);
        return known ? [new Set([...known, ...areas])] : [];
      });
      const [first, ...rest] = each;
      if (!first) continue;
      const now = new Set([...first].filter((area) => rest.every((other) => other.has(area))));
      if (there.get(file)?.size === now.size) continue;
      there.set(file, now);
      isSettled = false;
    }
  }
  return there;
}

/** Fetched after the first screen, and by whatever words a failure before that. */
const fetchedAhead: ReadonlySet<string> = new Set(["errors", "validation"]);

/** Files that have their words in another way. */
const others: Readonly<Record<string, string>> = {
  "web/src/features/cards/unsaved.ts": "its preload() comes with the first edit",
  "web/src/features/cards/table/UnsavedCell.tsx": "the preload() of unsaved.ts",
  "web/src/features/cards/card/fields/Conflict.tsx": "the preload() of unsaved.ts",
  "web/src/features/cards/bulk/useBulkChange.ts":
    "for the trash in words of the first screens; else in those of whoever asks for the change",
  "web/src/features/cards/table/ranges/useRanges.ts": "asks whether the words are there",
  "web/src/features/palette/PaletteHost.tsx": "commands are named when the palette lists them",
  "web/src/features/cards/table/CardTable.tsx": "commands are named when the palette lists them",
  "web/src/app/shell/undo/UndoKeys.tsx": "commands are named when the palette lists them",
  "web/src/features/tasks/changes/acts.ts": "what changes a reminder is pressed where reminders are chosen",
  "packages/core/src/data/journal.ts": "names of actions, not messages",
};

const isLazy = (area: string): area is LazyArea => lazyAreas.some((lazy) => lazy === area);
const keys = new Set<string>();
for (const area of lazyAreas) {
  const words = JSON.parse(textOf(`packages/i18n/src/catalogues/en/${area}.json`)) as object;
  for (const key of Object.keys(words)) keys.add(`${area}.${key}`);
}
const used = (file: string): string[] => {
  const text = textOf(file);
  const whole = [...text.matchAll(/["`]((\w+)\.[\w.]+)["`]/g)]
    .filter(([, key = ""]) => keys.has(key))
    .map(([, , area]) => area ?? "");
  const made = [...text.matchAll(/\bt\(\s*`(\w+)\.[\w.]*\$\{/g)].map(([, area]) => area ?? "");
  return [...new Set([...whole, ...made].filter(isLazy))];
};

it("every screen and dialog is fetched together with the words that it uses", () => {
  const there = areasThere();
  const missing = sources
    .filter((file) => isOfApp(file) && there.has(file) && !(file in others))
    .flatMap((file) =>
      used(file).flatMap((area) => (there.get(file)?.has(area) || fetchedAhead.has(area) ? [] : [`${file}: ${area}`])),
    );
  expect(there.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
