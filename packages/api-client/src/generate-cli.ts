import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedTypes } from "./generate.ts";

await writeFile(join(import.meta.dirname, "schema.d.ts"), await generatedTypes());
