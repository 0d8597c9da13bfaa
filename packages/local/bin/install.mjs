// Runs on Node 20 and without dependencies: it is what installs them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node24.mjs";

const marker = join(root, "node_modules/.kartis-lock-hash");

const attempt = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" }).status;

function run(command, args) {
  const status = attempt(command, args);
  if (status !== 0) {
    console.error(`\`${command} ${args.join(" ")}\` failed.`);
    process.exit(status ?? 1);
  }
}

/** Installs what the lock file says, unless that is what is installed. */
export function ensureInstalled() {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const installed = existsSync(marker) ? readFileSync(marker, "utf8") : undefined;
  if (installed === hash) return;
  // npm leaves its own copy of the lock when it installs: a tree that somebody has just installed by hand is not installed again.
  const isInstalledByHand = installed === undefined && existsSync(join(root, "node_modules/.package-lock.json"));
  if (!isInstalledByHand) {
    console.log("Installing packages (once) …");
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  writeFileSync(marker, hash);
}

/**
 * The browsers of the end-to-end tests: Debian's, installed when they are missing and this is root. The one without windows is quicker, and the tests do without it
 * where it is missing.
 */
export function ensureChromium() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const isThere = existsSync(path);
  if (isThere && (process.env.CHROMIUM || !canInstall || existsSync("/usr/bin/chromium-headless-shell"))) return;
  if (!canInstall) {
    console.error(`Chromium is not at ${path}. Install it (on Debian: apt-get install chromium), or name it in CHROMIUM.`);
    process.exit(1);
  }
  console.log("Installing Chromium …");
  run("apt-get", ["update", "-qq"]);
  if (!isThere) run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  // Not every distribution that has apt-get has it.
  attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"]);
}
