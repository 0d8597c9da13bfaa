import { typeOf } from "@kartis/core/cards/replica/memory.fixture.ts";
import type { Layout } from "@kartis/core/layouts/schema.ts";
import { expect, test } from "vitest";
import { groupsOf } from "./groups.ts";

const field = (id: string, more: object = {}) => ({ id, key: id, type: "text", label: id, ...more });
const type = typeOf([
  field("name", { required: true }),
  field("city", { group: "Where" }),
  field("taxId", { required: true, group: "Where" }),
  field("script", { internal: true }),
  field("note"),
  field("friends", { type: "cardRelation", group: "Where" }),
]);
const layout: Layout = {
  id: "lay_1",
  typeId: type.id,
  title: "Mine",
  order: 0,
  version: 1,
  isFirst: true,
  groups: [
    { id: "g1", title: "First", fieldIds: ["note", "script", "friends"], isDefaultOpen: false },
    { id: "g2", title: "Second", fieldIds: ["taxId"], isDefaultOpen: true },
  ],
  filter: null,
  roleIds: [],
};
const shown = (groups: ReturnType<typeof groupsOf>) => groups.map(({ title, fields }) => [title, fields.map(({ id }) => id)]);

test("without a layout, required fields stand first and the others by the group they name; relations are elsewhere", () => {
  expect(shown(groupsOf(type, undefined, true))).toEqual([
    [null, ["taxId"]],
    ["", ["note"]],
    ["Where", ["city"]],
  ]);
});

test("a layout says which fields are there, in which groups, but never internal ones", () => {
  expect(shown(groupsOf(type, layout, true))).toEqual([
    [null, ["taxId"]],
    ["First", ["note", "friends"]],
  ]);
  expect(shown(groupsOf(type, layout, false))).toEqual([
    ["First", ["note", "friends"]],
    ["Second", ["taxId"]],
  ]);
});
