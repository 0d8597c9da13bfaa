/** Hebrew and Cyrillic letters as Latin ones, so that a name in any script proposes an address. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "א:a ב:b ג:g ד:d ה:h ו:v ז:z ח:h ט:t י:y כ:k ך:k ל:l מ:m ם:m נ:n ן:n ס:s ע:a פ:p ף:p צ:ts ץ:ts ק:k ר:r ש:sh ת:t",
    "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:ts ч:ch ш:sh щ:sch ъ: ы:y ь: э:e ю:yu я:ya",
  ]
    .join(" ")
    .split(" ")
    .map((pair) => pair.split(":")),
);

const latin = (name: string): string =>
  [...name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")].map((letter) => letters[letter] ?? letter).join("");

const words = (name: string): string[] => latin(name).match(/[a-z0-9]+/g) ?? [];

const firstFree = (wanted: string, taken: ReadonlySet<string>, join: string): string => {
  for (let at = 1; ; at += 1) {
    const candidate = at === 1 ? wanted : `${wanted}${join}${at}`;
    if (!taken.has(candidate)) return candidate;
  }
};

/** An address for a name: `Solar sites` → `solar-sites`; never one of `taken`. */
export const slugOf = (name: string, taken: ReadonlySet<string>): string =>
  firstFree(words(name).join("-").slice(0, 56) || "type", taken, "-");

/** A key for a name: `Roof area` → `roofArea`; never one of `taken`. */
export function keyOf(name: string, taken: ReadonlySet<string>): string {
  const camel = words(name)
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("")
    .slice(0, 56);
  const wanted = /^[a-z]/.test(camel) ? camel : `field${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
  return firstFree(wanted, taken, "");
}
