import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A stored telephone number as people of `region` (ISO 3166, may be empty) write it: national form for their own country's numbers, international for
 * others. What is no E.164 number (short codes) stays as it is.
 */
export function formatPhone(value: string, region: string): string {
  const parsed = parsePhoneNumberFromString(value);
  if (!parsed) return value;
  return parsed.country === region ? parsed.formatNational() : parsed.formatInternational();
}

/** A stored telephone number as it may be typed again in any country; what is no E.164 number stays as it is. */
export const internationalPhone = (value: string): string => parsePhoneNumberFromString(value)?.formatInternational() ?? value;
