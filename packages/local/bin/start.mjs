// `npm start`. Runs on Node 20 and without dependencies: installs what is missing, then hands over to Node 24.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node24, root } from "./node24.mjs";

const hashFile = join(root, "node_modules/.kartis-lock-hash");
const lockHash = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const installedHash = existsSync(hashFile) ? readFileSync(hashFile, "utf8") : undefined;

if (installedHash !== lockHash) {
  // npm writes this copy of the lock when it installs: a tree that somebody installed by hand is not installed again.
  const isInstalled = installedHash === undefined && existsSync(join(root, "node_modules/.package-lock.json"));
  if (!isInstalled) {
    console.log("Installing packages (once) …");
    try {
      execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
    } catch {
      console.error("npm ci failed; its message is above. Kartis was not started.");
      process.exit(1);
    }
  }
  writeFileSync(hashFile, lockHash);
}

const main = join(root, "packages/local/src/main.ts");
const child = spawn(node24(), ["--disable-warning=ExperimentalWarning", main, ...process.argv.slice(2)], { stdio: "inherit" });
// A terminal signals the whole group; a supervisor may signal only this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
