// Runs on Node 20 and without dependencies: it is what finds Node 24.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

const major = (version) => Number(version.replace(/^v/, "").split(".")[0]);

/** The path of a Node that is at least 24: the running one, or the one npm installed for the project. Ends the process with advice if there is none. */
export function node24() {
  if (major(process.version) >= 24) return process.execPath;
  const pinned = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned) && major(execFileSync(pinned, ["--version"], { encoding: "utf8" })) >= 24) return pinned;
  console.error(
    `Kartis needs Node 24 and this is ${process.version}.\n` +
      (process.platform === "linux"
        ? "npm installs it for the project as an optional dependency: run `npm ci --include=optional`."
        : "Install Node 24 or newer (https://nodejs.org) and run the command again."),
  );
  process.exit(1);
}
