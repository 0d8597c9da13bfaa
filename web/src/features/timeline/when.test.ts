import { afterEach, expect, it, vi } from "vitest";
import { formatsOf } from "../dates/when.ts";

afterEach(() => void vi.restoreAllMocks());

it("makes three formats of a language, however many entries are drawn", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (let entry = 0; entry < 100; entry++) for (const locale of ["en-GB", "he-IL"]) formatsOf(locale);
  expect(made.mock.calls.length).toBe(6);
  expect(formatsOf("he-IL").date.resolvedOptions().locale).toMatch(/^he/);
});
