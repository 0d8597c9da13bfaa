export type XmlValue = string | number | boolean | undefined | XmlElement | readonly XmlElement[];
export interface XmlElement {
  readonly [name: string]: XmlValue;
}

/** `xml("ListBucketResult", { Name: "a", Contents: [{ Key: "k" }] })`: an array repeats its element, undefined leaves it out. */
export function xml(root: string, content: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${children(content)}</${root}>`;
}

function children(content: XmlElement): string {
  return Object.entries(content)
    .map(([name, value]) => {
      if (value === undefined) return "";
      if (isRepeated(value)) return value.map((item) => `<${name}>${children(item)}</${name}>`).join("");
      return `<${name}>${typeof value === "object" ? children(value) : escaped(String(value))}</${name}>`;
    })
    .join("");
}

// Array.isArray does not narrow a readonly array.
const isRepeated = (value: XmlValue): value is readonly XmlElement[] => Array.isArray(value);

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
const escaped = (text: string) => text.replace(/[&<>"\r]/g, (character) => entities[character] ?? character);

/** The content of each `<name>` element, in order; nested elements of that name are not looked for. */
export function elementsOf(document: string, name: string): string[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${name}>`, "g");
  return [...document.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** The text of the first `<name>` element. */
export function textIn(document: string, name: string): string | undefined {
  const content = elementsOf(document, name)[0];
  return content?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, named?: string) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[named ?? ""] ?? entity;
  });
}
