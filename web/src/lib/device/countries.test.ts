import { languages, locales } from "@kartis/i18n/languages.ts";
import { expect, it } from "vitest";
import { countryCodes, placeOf } from "./countries.ts";

it.each(languages)("no country is listed twice in %s", (language) => {
  const names = new Intl.DisplayNames(locales[language], { type: "region" });
  expect(new Set(countryCodes.map((code) => names.of(code))).size).toBe(countryCodes.length);
  expect(countryCodes).toEqual(expect.arrayContaining(["IL", "HU", "RU", "US", "GB", "DE", "XK"]));
  for (const gone of ["UK", "DD", "SU", "YU", "EU"]) expect(countryCodes).not.toContain(gone);
});

it("a browser is in the country of its time zone, whatever language it speaks", () => {
  expect(placeOf("Asia/Jerusalem", ["en-US", "he"])).toEqual({ timeZone: "Asia/Jerusalem", region: "IL" });
  expect(placeOf("Europe/Budapest", ["hu"])).toEqual({ timeZone: "Europe/Budapest", region: "HU" });
  expect(placeOf("America/New_York", ["ru-RU", "en-US"])).toEqual({ timeZone: "America/New_York", region: "US" });
  expect(placeOf("UTC", ["en-GB"])).toEqual({ timeZone: "UTC", region: "GB" });
  expect(placeOf("UTC", ["he"])).toEqual({ timeZone: "UTC" });
});
