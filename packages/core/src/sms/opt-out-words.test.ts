import { describe, expect, it } from "vitest";
import { optWordOf } from "./rules.ts";

describe("a message", () => {
  it.each([
    "STOP",
    " stop. ",
    "Stop!",
    "הסר",
    "«הסר»",
    "LEIRATKOZOM",
    "leáll",
    "Leáll",
    "Стоп",
    "отписаться",
    "OPT-OUT",
    "\u200fהסר",
    "S\u200bTOP",
    "ה\u200fסר",
    "STOP \u26d4\ufe0f",
  ])("that says %s asks for no more", (text) => {
    expect(optWordOf(text)).toBe("out");
  });
  it.each(["START", "Старт", "feliratkozom", "הצטרף"])("that says %s asks for messages again", (text) => {
    expect(optWordOf(text)).toBe("in");
  });
  it.each(["Please do not stop", "Stop by at five", "", "נא להסיר את המחיר", "Отмена встречи", "1"])(
    "that says “%s” asks for neither",
    (text) => {
      expect(optWordOf(text)).toBeUndefined();
    },
  );
});
