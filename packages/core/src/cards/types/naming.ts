/** Letters of the other scripts, each with how people write it in addresses; accents of Latin ones fall away by themselves. */
const romanized = new Map(
  [
    "אa בb גg דd הh וv זz חh טt יy כk ךk לl מm םm נn ןn סs עa פp ףf צts ץts קk רr שsh תt",
    "аa бb вv гg дd еe ёe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya",
    "ßss øo æae œoe łl đd",
  ]
    .flatMap((script) => script.split(" "))
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(1)]),
);

/** The words of a name in small Latin letters and digits. Empty for a name in an unknown script. */
export function latinWords(name: string): string[] {
  const latin = [...name.normalize("NFC").toLowerCase()]
    .map((letter) => romanized.get(letter) ?? letter.normalize("NFKD").replace(/\p{M}/gu, ""))
    .join("");
  return latin
    .replace(/["'’׳״]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const firstFree = (base: string, separator: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(base)) return base;
  for (let number = 2; ; number++) {
    const name = `${base.slice(0, 58)}${separator}${number}`;
    if (!isTaken(name)) return name;
  }
};

/** A slug from a name: `field-jobs`; `type`, `type-2` where nothing of the name is left. */
export const slugOf = (name: string, isTaken: (slug: string) => boolean): string =>
  firstFree(latinWords(name).join("-").slice(0, 60).replace(/-$/, "") || "type", "-", isTaken);

/** A key for programs from a name: `fieldJob`, never beginning with a digit. */
export function apiNameOf(name: string, fallback: string, isTaken: (apiName: string) => boolean): string {
  const [first = "", ...rest] = latinWords(name);
  const camel = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("").slice(0, 60);
  const base = /^[a-z]/.test(camel) ? camel : camel === "" ? fallback : `${fallback}${camel}`.slice(0, 60);
  return firstFree(base, "", isTaken);
}
