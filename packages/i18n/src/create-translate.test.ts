import { describe, expect, it } from "vitest";
import { createTranslate } from "./create-translate.ts";

const messages = {
  common: {
    createNamed: "Create “{name}”",
    more: "More",
    denied: "{level, select, undefined {Not allowed} USER {Only what is yours: {name}} other {Not at all}}",
    moreCount: "{count, plural, one {# more} other {# more}}",
  },
};

describe("a translation", () => {
  it("fills in placeholders and plural forms", () => {
    const t = createTranslate("en", messages);
    expect(t("common.createNamed", { name: "Arbel" })).toBe("Create “Arbel”");
    expect(t("common.moreCount", { count: 1200 })).toBe("1,200 more");
  });

  it("isolates text that could run the other way", () => {
    expect(createTranslate("en", messages)("common.createNamed", { name: "ארבל" })).toBe("Create “\u2068ארבל\u2069”");
    expect(createTranslate("he", messages)("common.createNamed", { name: "Arbel" })).toBe("Create “\u2068Arbel\u2069”");
  });

  it("chooses by what it is given in every language, and does without it", () => {
    for (const language of ["en", "he"] as const) {
      const translate = createTranslate(language, messages);
      const said = (level?: string) => translate.find("common.denied", { ...(level ? { level } : {}), name: "1" });
      expect(said("USER")).toMatch(/^Only what is yours: \u2068?1/);
      expect(said("NONE")).toBe("Not at all");
      expect(said()).toBe("Not allowed");
      expect(translate.find("common.denied")).toBe("Not allowed");
    }
  });

  it("writes a field's name in lower case inside a sentence, and as it is where it begins one or is quoted", () => {
    const t = createTranslate("en", {
      cards: { add: "Add {label}", edited: "{label} changed", none: "Done. {label} is empty", quoted: "The field “{label}”" },
    });
    const say = (key: string, label: string) => t.find(`cards.${key}`, { label });
    expect(say("add", "Close date")).toBe("Add close date");
    expect(say("add", "VAT number")).toBe("Add VAT number");
    expect(say("edited", "Close date")).toBe("Close date changed");
    expect(say("none", "Close date")).toBe("Done. Close date is empty");
    expect(say("quoted", "Close date")).toBe("The field “Close date”");
  });

  it("leaves isolates out for PDFs", () => {
    expect(createTranslate("he", messages, { isolates: false })("common.createNamed", { name: "Arbel" })).toBe("Create “Arbel”");
  });

  it("shows the key of a message that is missing, and finds nothing for it", () => {
    const t = createTranslate("en", messages);
    expect(t("common.undo")).toBe("common.undo");
    expect(t.find("errors.NOPE.title")).toBeUndefined();
  });
});
