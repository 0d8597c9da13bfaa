/**
 * One address as people write it: a local part of up to 64 characters without dots at its ends or in a row (RFC 5321, section 4.5.3.1, and RFC 5322, section 3.4.1), a host
 * with a dot, no spaces and no invisible characters; deliverability is for mail to find out. Zod's own forms refuse letters of other scripts, or take such dots.
 */
export const emailForm =
  /^(?=[^@]{1,64}@)[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)*@[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)+$/u;

/** A sender's address: some providers have issued addresses with consecutive dots. */
export const receivedEmailForm =
  /^[^\s\p{C}\p{DI}@<>(),;:"[\]\\]+@[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)+$/u;

/** What comes along unseen at the ends of an address when it is copied: directions, soft hyphens, and marks of where a line may break. */
const ends = /^[\s\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]+|[\s\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]+$/g;
/** Far more than an address with what is around it: the ends of a longer text are not looked for. */
const longestGiven = 1_000;

/** The address that people have typed or pasted, as it is stored: in lower case, so that the same address is the same value. Undefined if it is none. */
export function addressIn(text: string): string | undefined {
  if (text.length > longestGiven) return undefined;
  const address = text
    .replace(/[\u200e\u200f\u061c]/g, "")
    .replace(ends, "")
    .replace(/^mailto:/i, "")
    .toLowerCase();
  return address.length <= 254 && emailForm.test(address) ? address : undefined;
}
