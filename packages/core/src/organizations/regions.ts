import type { Currency } from "../kernel/money.ts";

interface Place {
  readonly region: string;
  readonly timeZone: string;
  readonly currency: Currency;
}

/** The fallback: by the founder's language. */
const regionOf = {
  en: { region: "US", timeZone: "America/New_York", currency: "USD" },
  he: { region: "IL", timeZone: "Asia/Jerusalem", currency: "ILS" },
  hu: { region: "HU", timeZone: "Europe/Budapest", currency: "HUF" },
  ru: { region: "RU", timeZone: "Europe/Moscow", currency: "USD" },
} as const satisfies Record<string, Place>;

/** Regions by calling code: a phone number says more about where a company is than its language. */
const regionOfCallingCode = {
  "972": { region: "IL", timeZone: "Asia/Jerusalem", currency: "ILS" },
  "36": { region: "HU", timeZone: "Europe/Budapest", currency: "HUF" },
  "44": { region: "GB", timeZone: "Europe/London", currency: "GBP" },
  "48": { region: "PL", timeZone: "Europe/Warsaw", currency: "PLN" },
  "81": { region: "JP", timeZone: "Asia/Tokyo", currency: "JPY" },
  "49": { region: "DE", timeZone: "Europe/Berlin", currency: "EUR" },
} as const satisfies Record<string, Place>;

const euro = "AD AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK".split(" ");
const currencyOfRegion: Readonly<Record<string, Currency>> = {
  IL: "ILS",
  HU: "HUF",
  GB: "GBP",
  PL: "PLN",
  JP: "JPY",
  CA: "CAD",
  ...Object.fromEntries(euro.map((region) => [region, "EUR" as const])),
};

/**
 * An organization's initial region: its telephone's country, else the founder's browser's, else its language's. A browser in that country also determines which
 * of its time zones. Currencies that are not offered become dollars.
 */
export function settingsFor(
  language: keyof typeof regionOf,
  phone: string | undefined,
  browser: { readonly region?: string | undefined; readonly timeZone?: string | undefined } = {},
): Place {
  const digits = phone?.startsWith("+") ? phone.slice(1) : "";
  const called = Object.entries(regionOfCallingCode).find(([code]) => digits.startsWith(code))?.[1];
  const region = called?.region ?? browser.region;
  if (!region) return { ...regionOf[language], ...(browser.timeZone ? { timeZone: browser.timeZone } : {}) };
  const isThere = browser.timeZone !== undefined && (browser.region === region || !called);
  return {
    region,
    timeZone: isThere && browser.timeZone ? browser.timeZone : (called?.timeZone ?? regionOf[language].timeZone),
    currency: called?.currency ?? currencyOfRegion[region] ?? "USD",
  };
}
