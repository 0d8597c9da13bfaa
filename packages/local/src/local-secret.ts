import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A secret that Secrets Manager would keep: made once, and kept beside the data that is encrypted with it. The caller holds the directory's lock. */
export function localSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (!existsSync(path)) {
    // Under another name first: half a secret, after a crash, must never be taken for the whole.
    writeFileSync(`${path}.new`, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, "utf8");
}
