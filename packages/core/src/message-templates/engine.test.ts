import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadTemplate, canonical, fill, variablesIn } from "./engine.ts";
import { escapeMarks, htmlOf, plainOf } from "./rich-text.ts";
import { Link } from "./values.ts";

const problemOf = (text: string) => {
  try {
    variablesIn(text);
    return undefined;
  } catch (error) {
    return error instanceof BadTemplate ? error.problem : String(error);
  }
};

describe("a template's text", () => {
  it("takes its values, and a fallback where there is none", () => {
    const text = canonical("Hello {{ card.name | there }}, {{card.city|default:'your town'}}!");
    expect(fill(text, { "card.name": "Dana", "card.city": "Haifa" })).toBe("Hello Dana, Haifa!");
    expect(fill(text, { "card.name": null, "card.city": "" })).toBe("Hello there, your town!");
    expect(fill("[{{ card.name }}]", {})).toBe("[]");
  });

  it("keeps fallbacks with quotation marks and filters as they are", () => {
    expect(fill(canonical(`{{ card.name | the "best" }}`), {})).toBe('the "best"');
    expect(fill(canonical("{{ card.name | upcase }}"), { "card.name": "dana" })).toBe("DANA");
    expect(canonical(canonical("{{ card.name | there }}"))).toBe(canonical("{{ card.name | there }}"));
  });

  it("names its variables, also those of conditions", () => {
    expect(
      variablesIn("{% if card.a %}{{ card.b }}{% else %}{{ card.c | default: card.d }}{% endif %}{{ card.b }}").toSorted(),
    ).toEqual(["card.a", "card.b", "card.c", "card.d"]);
  });

  it.each([
    ["{% for i in (1..1000000000) %}x{% endfor %}", "validation.template.tag", "for"],
    ["{% include 'secret' %}", "validation.template.tag", "include"],
    ["{% assign a = 1 %}", "validation.template.tag", "assign"],
    ["{{ card.name | sha256 }}", "validation.template.filter", "sha256"],
    ["{{ (1..999999999) }}", "validation.template.tag", "(1..999999999)"],
    ["{% if (1..9) contains 5 %}a{% endif %}", "validation.template.tag", "if (1..9) contains 5"],
    ["{{ card.name", "validation.template.syntax", "{{ card.name"],
    ["{% if card.name %}never ends", "validation.template.syntax", "{% if card.name %}"],
  ])("refuses %s", (text, messageKey, about) => {
    expect(problemOf(text)).toEqual({ messageKey, about });
  });

  it("never runs away, nor throws anything but its own errors", () => {
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      " card.name ",
      "if ",
      "endif",
      "|",
      " default: ",
      '"',
      "'",
      "..",
      "(1..99999999)",
      "a",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = canonical(pieces.join(""));
        try {
          expect(fill(text, { "card.name": "Dana" }).length).toBeLessThan(20_000);
        } catch (error) {
          expect(error).toBeInstanceOf(BadTemplate);
        }
      }),
    );
  });

  it("may have brackets in its words", () => {
    expect(fill('(Dear) {{ card.name | default: "friend (or foe)" }}', {})).toBe("(Dear) friend (or foe)");
  });

  it("cannot reach anything but values", () => {
    for (const path of ["card.constructor", "card.__proto__", "card.toString", "constructor.constructor"])
      expect(fill(`[{{ ${path} }}]`, { "card.name": "Dana" })).toBe("[]");
  });
});

describe("rich text", () => {
  const visible = (html: string) =>
    html
      .replace(/<[^>]*>/g, "")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, "&")
      .trim();

  it("lets no value add structure", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom(
                "*",
                "_",
                "[",
                "](",
                ")",
                "<",
                ">",
                "#",
                "`",
                "- ",
                "1. ",
                "\n",
                "![",
                "http://a.b",
                "a",
                "&",
                "|",
                "~",
                "\\",
              ),
              { maxLength: 20 },
            )
            .map((parts) => parts.join("")),
        ),
        (value) => {
          const tagsOf = (html: string) => html.match(/<\/?[a-z][^>]*>/g)?.filter((tag) => tag !== "<br>") ?? [];
          // An address in a value becomes a link to itself, as mail programs would make it: never one that says something else.
          const withoutAddresses = (html: string) =>
            html.replace(/<a href="(?:mailto:|https?:\/\/)?([^"]*)">(?:https?:\/\/)?\1<\/a>/g, "$1");
          const filled = withoutAddresses(htmlOf(fill("Dear {{ card.name }}x", { "card.name": value }, escapeMarks), "en"));
          expect(tagsOf(filled)).toEqual(tagsOf(htmlOf("Dear x", "en")));
        },
      ),
    );
  });

  it("writes marks, links of ours and the reader's direction", () => {
    const html = htmlOf(
      fill("**Hi**\n\n[Open]({{ task.link }})", { "task.link": new Link("https://a.example/t/1_2") }, escapeMarks),
      "he",
    );
    expect(html).toContain('<a href="https://a.example/t/1_2">Open</a>');
    expect(html).toContain("<strong>Hi</strong>");
    expect(html).toContain('dir="rtl"');
  });

  it("has plain text without marks, with the addresses of links", () => {
    const marked = fill(
      "**Hi** {{ card.name }},\n\n- one\n- *two*\n\n1. a\n2. b\n\n[Open]({{ task.link }}) https://b.example/_x_",
      {
        "card.name": "*D* _x_",
        "task.link": new Link("https://a.example/t/1_2"),
      },
      escapeMarks,
    );
    expect(plainOf(marked)).toBe(
      "Hi *D* _x_,\n\n- one\n- two\n\n1. a\n2. b\n\nOpen: https://a.example/t/1_2 https://b.example/_x_",
    );
  });

  it("has no scripts: neither HTML nor addresses of other schemes", () => {
    const html = htmlOf(
      "<script>alert(1)</script> [a](javascript:alert(1)) [b](data:text/html,x) ![c](https://a.example/x.png)",
      "en",
    );
    expect(html).not.toMatch(/<script|href="(?:javascript|data)|<img/);
    expect(visible(html)).toContain("<script>alert(1)</script>");
  });
});
