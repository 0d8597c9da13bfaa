import { registeredFieldTypes } from "@kartis/core/cards/fields/registry.ts";
import { readFile, readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import type { IconShape } from "../../ui/display/Icon.tsx";
import { iconOf, screenOf } from "./screens.ts";

const shapeOf = async ({ size, paths, load }: IconShape) => JSON.stringify([size, (await load?.()) ?? paths]);

it("no two field types share an icon, nor does one have the status field's", async () => {
  const icons = await Promise.all([
    ...registeredFieldTypes.map(async (type) => [type, await shapeOf(screenOf(type).icon)] as const),
    shapeOf(iconOf("status", "singleSelect")).then((shape) => ["status", shape] as const),
  ]);
  const byShape = Map.groupBy(icons, ([, shape]) => shape);
  expect([...byShape.values()].filter((same) => same.length > 1).map((same) => same.map(([type]) => type))).toEqual([]);
  expect(byShape.size).toBe(registeredFieldTypes.length + 1);
});

it("an arrow that names an import or export is the one of transfer-icons.ts", async () => {
  const source = new URL("../../", import.meta.url);
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".tsx"));
  const texts = await Promise.all(files.map(async (name) => [name, await readFile(new URL(name, source), "utf8")] as const));
  const uploads = texts.filter(([, text]) => text.includes("arrow_upload_16"));
  expect(uploads.map(([name]) => name)).toEqual([]);
  const offering = texts.filter(([, text]) => /icon(?:=\{|: )(?:export|import)Icon/.test(text));
  const names = offering.map(([name]) => name.split("/").at(-1));
  expect(new Set(names)).toEqual(
    new Set([
      "BulkBar.tsx",
      "CalendarHeader.tsx",
      "ExportButton.tsx",
      "ListHeader.tsx",
      "OwnData.tsx",
      "PersonDialog.tsx",
      "TaskHeader.tsx",
      "TransferMenu.tsx",
    ]),
  );
});
