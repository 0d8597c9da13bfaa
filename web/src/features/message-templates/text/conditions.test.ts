import { EditorState } from "prosemirror-state";
import { expect, it } from "vitest";
import { docOf, textOf } from "./document.ts";
import { conditionsWhole, unpaired } from "./typed.ts";
import { readCondition } from "./variable.ts";

it.each([
  ["{% if meeting.place %}", { part: "if", path: "meeting.place" }],
  ["{%- unless card.name -%}", { part: "unless", path: "card.name" }],
  ["{% elsif card.name %}", { part: "elsif", path: "card.name" }],
  ["{% else %}", { part: "else", path: "" }],
  ["{% endif %}", { part: "end", path: "", ends: "if" }],
  ['{% if card.a == "b" %}', undefined],
  ["{% for a in b %}", undefined],
  ["{% if card.a\n%}", undefined],
  ["{{ card.a }}", undefined],
])("%s is read as %j", (source, read) => expect(readCondition(source)).toEqual(read));

const whole = "When: {{ meeting.when }}{% if meeting.place %}\n\nWhere: {{ meeting.place }}{% else %}!{% endif %} so";

/** The text after the part of a condition that begins with `start` is deleted. */
function without(text: string, start: string): string {
  const state = EditorState.create({ doc: docOf(text, true), plugins: [conditionsWhole()] });
  let at = -1;
  state.doc.descendants((node, position) => {
    if (String(node.attrs["source"]).startsWith(start)) at = position;
  });
  return textOf(state.apply(state.tr.delete(at, at + 1)).doc);
}

it.each(["{% if", "{% endif"])("whoever deletes %s deletes the whole condition, and the words stay", (start) => {
  expect(without(whole, start)).toBe("When: {{ meeting.when }}\n\nWhere: {{ meeting.place }}! so");
});

it("a part that the condition can do without is deleted alone, as is a variable", () => {
  expect(without(whole, "{% else")).toBe(whole.replace("{% else %}", ""));
  expect(without(whole, "{{ meeting.when")).toBe(whole.replace("{{ meeting.when }}", ""));
});

it("conditions inside one another each have their own end", () => {
  const nested = "{% if a.b %}1{% unless a.c %}2{% endunless %}3{% endif %}";
  expect(unpaired(docOf(nested, true))).toEqual([]);
  expect(without(nested, "{% unless")).toBe("{% if a.b %}123{% endif %}");
  expect(without(nested, "{% endunless")).toBe("{% if a.b %}123{% endif %}");
  expect(without(nested, "{% if")).toBe("1{% unless a.c %}2{% endunless %}3");
});

it("a condition that is still being written is left alone", () => {
  expect(without("{% if a.b %}{{ a.b }}", "{{ a.b")).toBe("{% if a.b %}");
});

it("where a part is written as logic, the others are left to their writer", () => {
  const mixed = '{% if a.b %}1{% elsif a.c == "x" %}2{% else %}3{% endif %}';
  expect(without(mixed, "{% endif")).toBe(mixed.replace("{% endif %}", ""));
});
