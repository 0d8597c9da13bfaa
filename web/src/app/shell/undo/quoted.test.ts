import { expect, it } from "vitest";
import { quoted } from "./quoted.ts";

it("a quotation within another one has the marks that its language has for it", () => {
  expect(quoted("View “Mine” saved", "en")).toBe("View ‘Mine’ saved");
  expect(quoted("Nézet mentve: „Saját”", "hu")).toBe("Nézet mentve: »Saját«");
  expect(quoted("Представление «Моё» сохранено", "ru")).toBe("Представление „Моё“ сохранено");
  expect(quoted("התצוגה ״גליל בע״מ״ נשמרה", "he")).toBe("התצוגה ״גליל בע״מ״ נשמרה");
});
