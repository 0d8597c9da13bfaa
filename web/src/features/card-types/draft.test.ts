import type { Field } from "@kartis/core/cards/schema.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countChanges, type EditorDraft, isSame, rebase, withStatuses, withType } from "./draft.ts";

const field = (id: string, label = id): Field => ({
  id,
  key: id,
  type: "text",
  label,
  options: [],
  displayed: true,
  required: false,
  internal: false,
});

const draft = (fields: readonly Field[], more: Partial<EditorDraft> = {}): EditorDraft => ({
  name: "Lead",
  pluralName: "Leads",
  slug: "leads",
  apiName: "lead",
  hue: "blue",
  hidden: false,
  identifiers: [],
  fields: [...fields],
  processes: [],
  relationViews: [],
  layouts: [],
  ...more,
});

const base = draft([field("name"), field("a"), field("b")]);

describe("two people editing one type", () => {
  test("edits of different fields both stay, and so do both's new fields", () => {
    const mine = draft([field("name"), field("a", "Mine"), field("b"), field("m")]);
    const theirs = draft([field("name"), field("a"), field("b", "Theirs"), field("t")], { pluralName: "Prospects" });
    const both = rebase(base, mine, theirs);
    expect(both.fields.map(({ id, label }) => `${id}=${label}`)).toEqual(["name=name", "a=Mine", "b=Theirs", "t=t", "m=m"]);
    expect(both.pluralName).toBe("Prospects");
  });

  test("what one took away is gone, unless the other has edited it", () => {
    const mine = draft([field("name"), field("b", "Edited")]);
    const theirs = draft([field("name"), field("a")]);
    expect(rebase(base, mine, theirs).fields.map(({ id }) => id)).toEqual(["name", "b"]);
  });

  test("where both changed the same property our own value wins, and our own order too", () => {
    const mine = draft([field("b"), field("name", "Mine"), field("a")]);
    const theirs = draft([field("name", "Theirs"), field("a"), field("b")]);
    expect(rebase(base, mine, theirs).fields.map(({ label }) => label)).toEqual(["b", "Mine", "a"]);
  });

  test("rebasing onto an unchanged type, or without edits, returns one of the two unchanged", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    const drafts = fc.tuple(ids, fc.constantFrom("Lead", "Client")).map(([names, name]) =>
      draft(
        names.map((id) => field(id)),
        { name },
      ),
    );
    fc.assert(
      fc.property(drafts, drafts, (one, other) => {
        expect(rebase(one, other, one)).toEqual(other);
        expect(rebase(one, one, other)).toEqual(other);
      }),
    );
  });
});

test("changes are counted as a person would", () => {
  expect(countChanges(base, base)).toBe(0);
  expect(countChanges(base, draft([field("name"), field("b"), field("a")]))).toBe(1);
  expect(countChanges(base, draft([field("name"), field("a", "A")], { name: "Client" }))).toBe(3);
});

test("content is the same whatever the order of keys, and without what has no value", () => {
  expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1, d: undefined })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});

test("a field that changes its type keeps only what the new type has a use for", () => {
  const money: Field = { ...field("p"), type: "currency", currency: "ILS", defaultValue: 100 };
  expect(withType(money, "number")).toEqual({ ...field("p"), type: "number" });
  expect(withType(money, "accounting")).toMatchObject({ currency: "ILS" });
});

test("a status that goes leaves the processes too", () => {
  const status: Field = {
    ...field("status"),
    type: "singleSelect",
    options: ["x", "y", "z"].map((id) => ({ id, label: id, hue: "blue" })),
  };
  const step = (statusId: string) => ({ statusId, requiredFieldIds: [], backAllowed: false });
  const before = draft([status], { processes: [{ id: "p", name: "P", steps: [step("x"), step("y")], exitStatusIds: ["z"] }] });
  const after = withStatuses(before, status.options.slice(0, 1));
  expect(after.processes[0]).toMatchObject({ steps: [step("x")], exitStatusIds: [] });
});
