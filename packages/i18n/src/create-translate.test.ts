import { describe, expect, it } from "vitest";
import { createTranslate } from "./create-translate.ts";

const messages = {
  common: {
    createNamed: "Create “{name}”",
    more: "More",
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

  it("leaves isolates out for PDFs", () => {
    expect(createTranslate("he", messages, { isolates: false })("common.createNamed", { name: "Arbel" })).toBe("Create “Arbel”");
  });

  it("shows the key of a message that is missing, and finds nothing for it", () => {
    const t = createTranslate("en", messages);
    expect(t("common.undo")).toBe("common.undo");
    expect(t.find("errors.NOPE.title")).toBeUndefined();
  });
});
