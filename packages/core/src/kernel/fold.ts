/** Combining marks: accents, and niqqud with cantillation. */
const marks = /\p{M}+/gu;
const finals: Readonly<Record<string, string>> = { ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };
/** Letters that compatibility decomposition leaves whole. */
const whole: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  "׳": "'",
  "״": '"',
  "־": "-",
};
const special = /[ךםןףץøłđßæœı׳״־]/g;
// oxlint-disable-next-line no-control-regex -- the point is the range
const ascii = /^[\x00-\x7f]*$/;

/**
 * The form in which texts are compared: without case, accents, niqqud, the final forms of Hebrew letters, and the dots of ё; half and full
 * width are one. Direction marks and soft hyphens are dropped.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(marks, "")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u00ad\ufeff]/g, "")
    .toLowerCase()
    .replace(special, (letter) => finals[letter] ?? whole[letter] ?? letter);
}

/** The words of a text, folded: runs of letters and digits. */
export function words(text: string): string[] {
  // An apostrophe or gershayim inside a word belongs to it: צה״ל is one word, as is O'Hara.
  return (
    fold(text)
      .replace(/(?<=\p{L})['"`’](?=\p{L})/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** What Hebrew writes together with the name after it: “לדנה”, to Dana. */
export const hebrewPrefix = /^[ובהכלמש](?=\p{L}{2})/u;

/** Whether each word that was typed begins a word of the name, in any order: what lists of choices narrow by. Nothing typed fits every name. */
export function fitsName(name: string, typed: string): boolean {
  const queried = words(typed);
  if (queried.length === 0) return typed.trim() === "";
  const own = words(name);
  return queried.every((word) => own.some((each) => each.startsWith(word)));
}
