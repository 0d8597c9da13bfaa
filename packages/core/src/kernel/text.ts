/**
 * Characters that a text may not contain, or only in some places: invisible ones, controls, explicit directions, annotation marks, noncharacters. Most texts
 * have none.
 */
const suspicious = /[\p{Cc}\p{DI}\p{Cs}\p{NChar}\u2028\u2029\ufff9-\ufffb]/v;

/** Visible characters after which an invisible one can mean something. */
const seen = String.raw`[[\p{L}\p{M}\p{N}\p{S}\p{P}]--\p{DI}]`;
const joining = ["Arab", "Syrc", "Mong", "Nkoo", "Mand", "Adlm", "Rohg", "Deva", "Beng", "Guru", "Gujr", "Orya"];
const joiningToo = ["Taml", "Telu", "Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt", "Newa", "Tirh"];
const unspaced = ["Thai", "Laoo", "Khmr", "Mymr", "Tibt", "Java", "Bali", "Lana", "Tale"];
const ofScripts = (scripts: readonly string[]) => `[[${scripts.map((script) => `\\p{scx=${script}}`).join("")}]&&[\\p{L}\\p{M}]]`;

/** Invisible characters with a meaning, each of which is kept. */
const meaningful = [
  // Emoji sequences (a family, a profession), and the flags of England, Scotland and Wales.
  String.raw`(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  // Joiners and non-joiners of scripts that join their letters (Persian, Hindi, …), once after a letter (RFC 5892 appendix A).
  String.raw`(?<=${ofScripts([...joining, ...joiningToo])})[\u200c\u200d]`,
  // Where a line may break in scripts without spaces.
  String.raw`(?<=${ofScripts(unspaced)})\u200b`,
  // One variation selector after what it varies, and the character that keeps Hebrew points in order.
  String.raw`(?<=${seen})[\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  // Direction marks for adjacent characters.
  String.raw`[\u200e\u200f\u061c]`,
  String.raw`[\t\n\r]`,
].join("|");
const unwanted = new RegExp(String.raw`(${meaningful})|[\p{Cc}\p{DI}\p{NChar}\ufff9-\ufffb]`, "gv");

/**
 * A text in stored form, wherever it comes from (decision 013). What nobody can see or type is removed: controls, zero-width characters and explicit
 * directions, which make two texts look the same or one look like another. Legitimate uses stay: emoji sequences, joiners of Persian and Indic scripts, tabs
 * and line breaks, direction marks. Half a surrogate pair becomes U+FFFD, other line separators a line break, letters with accents their composed form (NFC).
 * Cleaning twice changes nothing.
 */
export function cleanText(text: string): string {
  const cleaned = suspicious.test(text)
    ? text
        .toWellFormed()
        .replace(/[\v\f\u0085\u2028\u2029]/g, "\n")
        .replace(unwanted, "$1")
    : text;
  // Braille's blank cell is a letter among others of its script; by itself it is nothing.
  const visible = /[\u2800\u200e\u200f\u061c]/.test(cleaned) && /^[\s\u2800\u200e\u200f\u061c]*$/.test(cleaned) ? "" : cleaned;
  // Only where there are marks to compose: by itself NFC would also replace rare ideographs, which names are written with.
  return /\p{M}/u.test(visible) ? visible.normalize("NFC") : visible;
}

/** The first characters up to this length, without the half of one that is cut in two, which no table accepts. */
export const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
