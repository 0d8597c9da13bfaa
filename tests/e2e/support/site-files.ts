import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** The one script of the site in which the pattern occurs. Files are called after their contents alone. */
export function fileWith(pattern: RegExp): string {
  const assets = join(inject("webDist"), "assets");
  const [file, ...others] = readdirSync(assets).filter(
    (name) => name.endsWith(".js") && pattern.test(readFileSync(join(assets, name), "utf8")),
  );
  if (!file || others.length > 0) throw new Error(`${pattern.source} is in ${others.length + (file ? 1 : 0)} files`);
  return file;
}

/** The file of the site that exports the component. */
export const fileOf = (component: string): string => fileWith(new RegExp(`export\\{[^}]*\\b${component}\\b`));
