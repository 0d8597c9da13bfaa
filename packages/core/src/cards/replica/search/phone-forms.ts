/** Country codes of one and two digits (ITU E.164); all others have three. */
const short = new Set(
  "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);
/** The prefix before a national number where it is not 0. */
const trunk: Readonly<Record<string, string>> = {
  "1": "1",
  "7": "8",
  "36": "06",
  "34": "",
  "39": "",
  "45": "",
  "47": "",
  "48": "",
  "30": "",
  "351": "",
  "420": "",
};

/**
 * The digit runs by which a phone in E.164 is found: whole, and as dialled at home (+97250… is 050…, +3630… is 0630…). Any part of either is found by its
 * trigrams. Without a leading +, the digits alone.
 */
export function phoneForms(phone: string): string[] {
  const digits = phone.split(";")[0]?.replace(/\D/g, "") ?? "";
  if (!phone.startsWith("+") || digits.length < 7) return digits === "" ? [] : [digits];
  const length = [1, 2].find((candidate) => short.has(digits.slice(0, candidate))) ?? 3;
  const local = (trunk[digits.slice(0, length)] ?? "0") + digits.slice(length);
  return local === digits.slice(length) || local === digits ? [digits] : [digits, local];
}

const separators = String.raw`[\s().\-/\u2010-\u2015]*`;
/** At least seven digits, however they are separated, with or without a plus. */
const written = new RegExp(String.raw`\+?\(?\d(?:${separators}\d){6,}`, "g");
/** Nothing but digits and separators: part of a number being typed. */
const partial = /^[+(\d][\d\s().\-/\u2010-\u2015]*$/;

/** The query with phone numbers in any format reduced to plain runs of digits; text that is not a number is returned as it is. */
export function joinPhoneDigits(query: string): string {
  const bare = query.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim();
  if (partial.test(bare)) return bare.replace(/\D/g, "");
  return bare.replace(written, (number) => number.replace(/\D/g, ""));
}
