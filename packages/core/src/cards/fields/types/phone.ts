import { isPossiblePhoneNumber, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { type FieldSettings, type Parsed, bad, ok } from "../field.ts";
import { writtenValue } from "../written-value.ts";

function readPhone(raw: unknown, settings: FieldSettings): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  const text = raw
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim()
    .replace(/^tel:/i, "");
  const region: CountryCode | undefined = isSupportedCountry(settings.region) ? settings.region : undefined;
  // Short codes (*1234) and company numbers are dialled as they are.
  if (/^\*?\d{3,6}$/.test(text)) return ok(text);
  // `min` metadata and possible rather than valid: `max` rejects numbers that are in use (facts/rfc-notes section 4).
  if (!isPossiblePhoneNumber(text, region)) return bad("validation.phone");
  const parsed = parsePhoneNumberFromString(text, region);
  if (!parsed) return bad("validation.phone");
  return ok(parsed.ext ? `${parsed.number};ext=${parsed.ext}` : parsed.number);
}

/** E.164, with RFC 3966 `;ext=` when there is an extension; short codes as they are. */
export const phone = writtenValue(readPhone, { keys: "tel" });
