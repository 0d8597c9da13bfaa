import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docOf, textOf } from "./document.ts";
import { piecesOf, readVariable, withFallback, writtenVariable } from "./variable.ts";
import { kindOf, templateKinds } from "@kartis/core/message-templates/kinds/list.ts";

const dense = (...parts: string[]) => fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((all) => all.join(""));
/** Dense marks and lists, which are rare in the other arbitraries. */
const marked = dense("*", "**", "***", "~~", "`", "a", "b", " ", ".", "\\", "{{ card.a }}");
const listed = dense("1. ", "2. ", "3. ", "- ", "* ", "> ", "\n", "a", "**b**", "{{ card.a }}");
const anything = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'{{|}}|{%|%}|{|}|{{{|{{ card.name }}|{{card.a|default:\'x "y"\'}}|{{ card.a | it\'s }}|{{ card.a | default: "}}" }}'.split(
          "|",
        ),
        '{{ card.name | upcase | default: "a|b" }}',
        "{{ card.name\n| default: 'x\ny' }}",
        '{% if card.name == "{{ card.x }}" %}',
        "{% endif %}",
        "{% if a\n- b %}",
        "**",
        "*",
        "***",
        "~~",
        "`",
        "``",
        "_",
        "\\",
        "\\*",
        "- ",
        "* ",
        "+ ",
        "> ",
        "1. ",
        "2. ",
        "10. ",
        "# ",
        "[a](",
        ")",
        "<b>",
        "</b>",
        "<script>alert(1)</script>",
        "&amp;",
        "שלום",
        "\u202e",
        "\u200f",
        "👩‍👩‍👧",
        "\ud83d",
        "\u0000",
        "\ufffc",
        "\ufeff",
        "\u2028",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "  ",
        "\u00a0",
        "a",
        "word",
        ".",
        ",",
        '"',
        "'",
      ),
      fc.string({ unit: "binary", maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

const hostile = fc.oneof(anything, marked, listed);

/** The lines as `bullet: a [card.name] <bold b>`, so that one sees what was recognized. */
const shown = (text: string): string[] => {
  const lines: string[] = [];
  docOf(text, true).forEach((block) => {
    let line = "";
    block.forEach((node) => {
      const source = String(node.attrs["source"]);
      const words = node.type.name === "variable" ? `[${readVariable(source)?.path ?? source}]` : (node.text ?? "");
      const marks = node.marks.map(({ type }) => type.name).join("+");
      line += marks ? `<${marks} ${words}>` : words;
    });
    lines.push(`${block.type.name}: ${line}`);
  });
  return lines;
};

describe("a template's text in the editor", () => {
  it("is the same text again, to the letter, whatever is in it", () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, isRich) => {
        const doc = docOf(text, isRich);
        doc.check();
        expect(textOf(doc)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  it("stays what it is when it is stored and opened again", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const doc = docOf(text, true);
        expect(docOf(textOf(doc), true).toJSON()).toEqual(doc.toJSON());
      }),
    );
  });

  it("is the same for every text that Kartis comes with", () => {
    for (const kind of templateKinds)
      for (const { subject, body } of Object.values(kindOf(kind).texts)) {
        expect(textOf(docOf(body, true))).toBe(body);
        expect(textOf(docOf(subject, false))).toBe(subject);
      }
  });

  it.each([
    ["Hello {{ card.name }}!", ["paragraph: Hello [card.name]!"]],
    ["**{{ meeting.title }}** has changed", ["paragraph: <bold [meeting.title]> has changed"]],
    ["a *b **c** d*", ["paragraph: a <italic b ><bold+italic c><italic  d>"]],
    ["***both***", ["paragraph: <bold+italic both>"]],
    ["~~no~~ `a*b*`", ["paragraph: <strike no> <code a*b*>"]],
    ["2 * 3 * 4 and \\*so\\*", ["paragraph: 2 * 3 * 4 and \\*so\\*"]],
    ["- one\n* two\n> said", ["bullet: one", "bullet: two", "quote: said"]],
    ["1. one\n2. two\n\n1. one\n5. five", ["number: one", "number: two", "paragraph: ", "number: one", "paragraph: 5. five"]],
    ['{% if card.a == "**" %}**{% endif %}', ['paragraph: {% if card.a == "**" %}**[{% endif %}]']],
    ["{% if card.a %}\n{{ card.a }}{% endif %}", ["paragraph: [{% if card.a %}]", "paragraph: [card.a][{% endif %}]"]],
    ['{% if card.a == "{{ card.b }}" %}', ['paragraph: {% if card.a == "{{ card.b }}" %}']],
    ["{{ card.name", ["paragraph: {{ card.name"]],
    ["{{{ card.name }}}", ["paragraph: {[card.name]}"]],
    ['{{ card.a | default: "}}" }}', ["paragraph: [card.a]"]],
    ['{{ "words" }} {{ }}', ['paragraph: {{ "words" }} {{ }}']],
  ])("shows %j as lines, marks and variables", (text, lines) => {
    expect(shown(text)).toEqual(lines);
    expect(textOf(docOf(text, true))).toBe(text);
  });

  it("writes no space at the edge of a mark", () => {
    const doc = docOf("a", true);
    const { schema } = doc.type;
    const bold = schema.text(" b ", [schema.mark("bold")]);
    expect(textOf(schema.node("doc", null, [schema.node("paragraph", null, [schema.text("a"), bold, schema.text("c")])]))).toBe(
      "a **b** c",
    );
  });

  it("takes no longer for a text that only opens brackets", () => {
    for (const part of ["{", "{{", '{{"', "{%", "{{a|", "*a", "**", "`", "{{ card.a | default: '"]) {
      const text = part.repeat(20_000 / part.length);
      expect(textOf(docOf(text, true))).toBe(text);
    }
  });
});

describe("a variable", () => {
  it.each([
    ["{{ card.name }}", { path: "card.name", filters: "", fallback: "", isPlain: true }],
    ["{{card.name|there}}", { path: "card.name", filters: "", fallback: "there", isPlain: true }],
    ["{{ card.name | 'you there' }}", { path: "card.name", filters: "", fallback: "you there", isPlain: true }],
    ["{{ card.name | upcase }}", { path: "card.name", filters: "upcase", fallback: "", isPlain: true }],
    ['{{ card.name | upcase | default: "a | b" }}', { path: "card.name", filters: "upcase", fallback: "a | b", isPlain: true }],
    ["{{ card.name | default: card.city }}", { path: "card.name", filters: "default: card.city", fallback: "", isPlain: false }],
  ])("%s is read", (source, read) => {
    expect(readVariable(source)).toEqual(read);
  });

  it("has the fallback that it is given, and keeps its filters", () => {
    expect(withFallback("{{ card.name | upcase }}", "there")).toBe('{{ card.name | upcase | default: "there" }}');
    expect(withFallback('{{ card.name | upcase | default: "there" }}', "")).toBe("{{ card.name | upcase }}");
    expect(withFallback("{{card.name|there}}", "there")).toBe("{{card.name|there}}");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (fallback) => {
        const source = withFallback("{{ card.name }}", fallback);
        fc.pre(!(fallback.includes('"') && fallback.includes("'")));
        expect(readVariable(source)?.fallback).toBe(fallback.trim());
        expect(piecesOf(source)).toEqual([{ variable: source }]);
      }),
    );
  });

  it("is written as people would", () => {
    expect(writtenVariable("card.name", "")).toBe("{{ card.name }}");
    expect(writtenVariable("card.name", ' the "best" ')).toBe(`{{ card.name | default: 'the "best"' }}`);
  });
});
