import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** A declaration file without what it imports from the others, and without lists of exports that would be repeated. */
const alone = (text: string): string =>
  text
    .replaceAll(/^import [^;]*;\n/gm, "")
    .replaceAll(/^export \{[^}]*\};\n/gm, "")
    .replaceAll(/^\/\/# sourceMappingURL.*$/gm, "");

/** The declarations of the client as one file that imports nothing, for who downloads it. */
export async function declarations(): Promise<string> {
  const dist = (name: string) => readFile(join(dirname(require.resolve(name)), "index.d.mts"), "utf8");
  const [helpers, fetching, schema] = await Promise.all([
    dist("openapi-typescript-helpers"),
    dist("openapi-fetch"),
    readFile(join(import.meta.dirname, "schema.d.ts"), "utf8"),
  ]);
  const own = `
export type Problem = components["schemas"]["Problem"];
export type Answers = components["schemas"];
export interface KartisOptions {
  readonly token: string;
  readonly origin: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}
/** A client of the public API of Kartis. */
export declare function kartis(options: KartisOptions): Client<paths>;
`;
  return [alone(helpers), alone(fetching), alone(schema), own].join("\n");
}
