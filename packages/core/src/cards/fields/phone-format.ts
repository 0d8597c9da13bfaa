import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A stored telephone number as people in `region` (ISO 3166, may be empty) write it: national form for their own country's numbers, international for others.
 * Anything that is not an E.164 number (short codes) stays as it is.
 */
export function formatPhone(value: string, region: string): string {
  const parsed = parsePhoneNumberFromString(value);
  if (!parsed) return value;
  return parsed.country === region ? parsed.formatNational() : parsed.formatInternational();
}

/** A stored telephone number as it can be dialled from any country; anything that is not E.164 stays as it is. */
export const internationalPhone = (value: string): string => parsePhoneNumberFromString(value)?.formatInternational() ?? value;

/** A stored telephone number as it is dialled within its own country; anything that is not E.164 stays as it is. */
export const nationalPhone = (value: string): string => parsePhoneNumberFromString(value)?.formatNational() ?? value;

/** The country of a stored telephone number (ISO 3166); undefined for one of no country, such as a satellite's, and for short codes. */
export const phoneCountry = (value: string): string | undefined => parsePhoneNumberFromString(value)?.country;
