/** What an organization starts with until it says otherwise, by the language of whoever founds it. */
export const regionOf = {
  en: { region: "US", timeZone: "America/New_York", currency: "USD" },
  he: { region: "IL", timeZone: "Asia/Jerusalem", currency: "ILS" },
  hu: { region: "HU", timeZone: "Europe/Budapest", currency: "HUF" },
  ru: { region: "RU", timeZone: "Europe/Moscow", currency: "USD" },
} as const;

/** By calling code: a phone number says more about where a firm is than the language it speaks. */
const regionOfCallingCode = {
  "972": { region: "IL", timeZone: "Asia/Jerusalem", currency: "ILS" },
  "36": { region: "HU", timeZone: "Europe/Budapest", currency: "HUF" },
  "44": { region: "GB", timeZone: "Europe/London", currency: "GBP" },
  "48": { region: "PL", timeZone: "Europe/Warsaw", currency: "PLN" },
  "81": { region: "JP", timeZone: "Asia/Tokyo", currency: "JPY" },
  "49": { region: "DE", timeZone: "Europe/Berlin", currency: "EUR" },
} as const;

export function settingsFor(language: keyof typeof regionOf, phone: string | undefined) {
  const digits = phone?.startsWith("+") ? phone.slice(1) : undefined;
  const code = digits && Object.keys(regionOfCallingCode).find((candidate) => digits.startsWith(candidate));
  return code && code in regionOfCallingCode ? regionOfCallingCode[code as keyof typeof regionOfCallingCode] : regionOf[language];
}
