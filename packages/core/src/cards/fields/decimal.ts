/**
 * Reads a number as people of the four languages write it: `1,234.5`, `1 234,5` (also with no-break or thin spaces), `1234`, a Unicode minus,
 * with direction marks around it (facts/i18n-rtl section 2). One separator that could be either is taken as decimal unless exactly three digits follow it
 * and it is a comma.
 */
export function readDecimal(text: string): string | undefined {
  let bare = text.replace(/[\u200e\u200f\u061c\u00a0\u202f\u2009\s']/g, "").replace(/^\u2212/, "-");
  const lastComma = bare.lastIndexOf(",");
  const lastDot = bare.lastIndexOf(".");
  if (lastComma !== -1 && lastDot !== -1) {
    bare = lastComma > lastDot ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", "");
  } else if (lastComma !== -1) {
    const groups = /^[+-]?\d{1,3}(,\d{3})+$/.test(bare);
    bare = groups ? bare.replaceAll(",", "") : bare.replace(",", ".");
  } else if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(bare)) {
    bare = bare.replaceAll(".", "");
  }
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare) ? bare : undefined;
}
