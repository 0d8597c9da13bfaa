import type { Language } from "../../identity/schema.ts";
import { byteOrderMark, csvRecord } from "../../exports/index.ts";
import type { ZipEntry } from "./zip.ts";

/** A table of the bundle: a section of its first page, a CSV for people and a JSON for other systems. */
export interface BundleTable {
  readonly kind: "table";
  /** Name of its files. */
  readonly name: string;
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same, plus columns for machines only. */
  readonly json: unknown;
}

/** A file passed on as it was uploaded. */
export interface BundleFile {
  readonly kind: "file";
  readonly path: string;
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export type BundleItem = BundleTable | BundleFile;

interface Cover {
  readonly language: Language;
  readonly title: string;
  readonly made: string;
  readonly filesTitle: string;
}

/** The entries of the archive: the files and tables as they come, and finally the page that lists them, when all are known. */
export async function* bundleEntries(items: AsyncIterable<BundleItem>, cover: Cover): AsyncGenerator<ZipEntry> {
  const sections: string[] = [];
  const links: string[] = [];
  for await (const item of items) {
    if (item.kind === "file") {
      // A name of dots alone would be a folder when unpacked.
      const path = `files/${item.path}/${/^\.*$/.test(item.name) ? "_" : item.name}`;
      yield { path, content: item.content };
      links.push(
        `<li><a href="${escape(path.split("/").map(encodeURIComponent).join("/"))}"><bdi>${escape(item.name)}</bdi></a></li>`,
      );
      continue;
    }
    const { name, title, header, rows, json } = item;
    yield { path: `${name}.json`, content: `${JSON.stringify(json, null, 2)}\n` };
    yield { path: `${name}.csv`, content: byteOrderMark + [header, ...rows].map(csvRecord).join("") };
    sections.push(section(title, header, rows));
  }
  if (links.length > 0) sections.push(`<section><h2>${escape(cover.filesTitle)}</h2><ul>${links.join("")}</ul></section>`);
  yield { path: "index.html", content: page(cover, sections) };
}

const section = (title: string, header: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<section><h2>${escape(title)}</h2><table><thead><tr>${cells("th", header)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells("td", row)}</tr>`)
    .join("")}</tbody></table></section>`;

const cells = (tag: "th" | "td", texts: readonly string[]): string =>
  texts.map((text) => `<${tag}><bdi>${escape(text)}</bdi></${tag}>`).join("");

const page = ({ language, title, made }: Cover, sections: readonly string[]): string => `<!doctype html>
<html lang="${language}" dir="${language === "he" ? "rtl" : "ltr"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
section { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .4rem .6rem; border-block-end: 1px solid #8884; white-space: pre-wrap; }
</style>
</head>
<body>
<h1><bdi>${escape(title)}</bdi></h1>
<p>${escape(made)}</p>
${sections.join("\n")}
</body>
</html>
`;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
