import { phoneCountry } from "../../cards/fields/phone-format.ts";
import { zonesOfCountry } from "../../kernel/zones-of-country.ts";

/**
 * The time zones in which a recipient may be: the card's own if it says one, or else those of the number's country. The organization's stands for a country that
 * has it, since most of its customers are near, and for a number without a country. Of another country with several zones all count: an SMS that comes some hours
 * later harms nobody, and one in the night does.
 * @param phone E.164
 */
export function recipientZones(phone: string, cardZone: string | null, organizationZone: string): readonly string[] {
  if (cardZone !== null) return [cardZone];
  const country = phoneCountry(phone);
  const zones = country === undefined ? [] : zonesOfCountry(country);
  return zones.length === 0 || zones.includes(canonical(organizationZone)) ? [organizationZone] : zones;
}

/** `Intl` lists a country's zones by one name each. */
const canonical = (timeZone: string): string => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
