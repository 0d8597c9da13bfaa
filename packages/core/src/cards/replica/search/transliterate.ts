/**
 * Names across scripts: כהן, Cohen and Коэн have one skeleton, the consonants as they sound. Vowels differ too much between the scripts,
 * and where one letter has several readings (ו is v or a vowel, an initial ch is h, k or ch), each makes a skeleton of its own.
 * The consonants: b is v, p is f, c is ts, q is ch, j is not sounded.
 */
export type Script = "latin" | "hebrew" | "cyrillic";

const scripts: readonly (readonly [Script, RegExp])[] = [
  ["latin", /^\p{Script=Latin}+$/u],
  ["hebrew", /^\p{Script=Hebrew}+$/u],
  ["cyrillic", /^\p{Script=Cyrillic}+$/u],
];

/** The script of a folded word, when it is one of the three and nothing else. */
export const scriptOf = (word: string): Script | undefined => scripts.find(([, form]) => form.test(word))?.[0];

/** Letters → readings. A capital H counts only at the beginning of a word. The longest match is taken. */
type Table = Readonly<Record<string, readonly string[]>>;

const latin: Table = {
  tsch: ["q"],
  sch: ["s"],
  tch: ["q"],
  dzs: ["z"],
  ch: ["k", "q"],
  kh: ["k"],
  sh: ["s"],
  sz: ["s"],
  zs: ["z"],
  zh: ["z"],
  cs: ["q"],
  cz: ["c", "q"],
  tz: ["c"],
  ts: ["c"],
  ph: ["f"],
  th: ["t"],
  ck: ["k"],
  ks: ["ks"],
  gy: ["g", "d"],
  dj: ["z"],
  ly: ["l", ""],
  b: ["v"],
  v: ["v"],
  w: ["v"],
  f: ["f"],
  p: ["f"],
  g: ["g"],
  d: ["d"],
  z: ["z", "c"],
  k: ["k"],
  q: ["k"],
  c: ["k", "c"],
  l: ["l"],
  m: ["m"],
  n: ["n"],
  r: ["r"],
  s: ["s"],
  t: ["t"],
  x: ["ks"],
  h: ["H"],
  j: [""],
};
const hebrew: Table = {
  וו: ["v"],
  קס: ["ks"],
  ב: ["v"],
  ו: ["v", ""],
  פ: ["f"],
  ג: ["g"],
  ד: ["d"],
  ז: ["z"],
  ח: ["k"],
  כ: ["k"],
  ק: ["k"],
  ט: ["t"],
  ת: ["t"],
  ל: ["l"],
  מ: ["m"],
  נ: ["n"],
  ס: ["s"],
  ש: ["s"],
  צ: ["c", "q"],
  ר: ["r"],
  ה: ["H"],
};
const cyrillic: Table = {
  дж: ["z", ""],
  кс: ["ks"],
  тс: ["c"],
  б: ["v"],
  в: ["v"],
  ф: ["f"],
  п: ["f"],
  г: ["g", "H"],
  д: ["d"],
  ж: ["z"],
  з: ["z"],
  к: ["k"],
  х: ["k", "H"],
  л: ["l"],
  м: ["m"],
  н: ["n"],
  р: ["r"],
  с: ["s"],
  ш: ["s"],
  щ: ["s"],
  т: ["t"],
  ц: ["c"],
  ч: ["q"],
};
const tables: Readonly<Record<Script, Table>> = { latin, hebrew, cyrillic };
/** At the beginning of a word these may also be a plain h: Chaim, Haim, חיים, Хаим. */
const initialH = new Set(["ch", "kh", "ח", "х"]);
const longest = 4;
/** Readings multiply; a word with more than this many is truncated, since it is probably a code rather than a name. */
const maxReadings = 8;

/** Names recur, and computing a skeleton costs more than everything else done to a card. */
const known = new Map<string, readonly string[]>();
const maxKnown = 20_000;

/** The skeletons of a folded word; none for digits, other scripts, and names with fewer than two consonants. */
export const skeletons = (word: string, script: Script | undefined = scriptOf(word)): readonly string[] =>
  readings(word, script).filter((reading) => reading.length >= 2);

/** All readings of a folded word, also those with one consonant, which many names share. */
export function readings(word: string, script: Script | undefined = scriptOf(word)): readonly string[] {
  if (!script) return [];
  let found = known.get(word);
  if (!found) {
    found = workOut(word, script);
    if (known.size >= maxKnown) known.clear();
    known.set(word, found);
  }
  return found;
}

function workOut(word: string, script: Script): string[] {
  const table = tables[script];
  let found = [""];
  for (let at = 0; at < word.length;) {
    let length = Math.min(longest, word.length - at);
    while (length > 1 && table[word.slice(at, at + length)] === undefined) length--;
    const letters = word.slice(at, at + length);
    const sounds = (table[letters] ?? [""]).map((sound) => (sound === "H" ? (at === 0 ? "h" : "") : sound));
    if (at === 0 && initialH.has(letters)) sounds.push("h");
    found = [...new Set(found.flatMap((reading) => sounds.map((sound) => append(reading, sound))))].slice(0, maxReadings);
    at += length;
  }
  return found;
}

/** Doubled consonants sound as one: Анна, Anna, אנה. */
const append = (reading: string, sound: string): string => (sound !== "" && reading.endsWith(sound) ? reading : reading + sound);
