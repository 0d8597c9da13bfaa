import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** The file of the site that exports the component. Files are called after their contents alone. */
export function fileOf(component: string): string {
  const assets = join(inject("webDist"), "assets");
  const exportsIt = new RegExp(`export\\{[^}]*\\b${component}\\b`);
  const [file, ...others] = readdirSync(assets).filter(
    (name) => name.endsWith(".js") && exportsIt.test(readFileSync(join(assets, name), "utf8")),
  );
  if (!file || others.length > 0) throw new Error(`${component} is exported by ${others.length + (file ? 1 : 0)} files`);
  return file;
}
