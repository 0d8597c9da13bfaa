import { zonesOfCountry } from "@kartis/core/kernel/zones-of-country.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Codes that have a name but are not countries: unions, the rest of the world, and private use. */
const noCountries = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);
const names = new Intl.DisplayNames("en", { type: "region" });

/** ISO 3166 codes. `Intl` names countries but does not list them; a code of the past (DD, UK) is named as the country of today, and is not one more. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => `${first}${second}`))
  .filter((code) => !noCountries.has(code) && names.of(code) !== code && new Intl.Locale(`und-${code}`).region === code);

/**
 * Where a browser is: its time zone, and the country of that zone; of several, the one that its languages name.
 * @param languages as the browser prefers them, with or without a country
 */
export function placeOf(timeZone: string, languages: readonly string[]): { timeZone: string; region?: string } {
  const spoken = languages.flatMap((language) => new Intl.Locale(language).region ?? []);
  const region = [...spoken, ...countryCodes].find((code) => zonesOfCountry(code).includes(timeZone)) ?? spoken[0];
  return { timeZone, ...(region ? { region } : {}) };
}

export const placeOfBrowser = () => placeOf(new Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages);
