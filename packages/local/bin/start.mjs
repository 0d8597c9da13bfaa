// `npm start`. Runs on Node 20 and without dependencies: installs what is missing, then hands over to Node 24.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { node24, root } from "./node24.mjs";

ensureInstalled();
const main = join(root, "packages/local/src/main.ts");
const child = spawn(node24(), ["--disable-warning=ExperimentalWarning", main, ...process.argv.slice(2)], { stdio: "inherit" });
// A terminal signals the whole group; a supervisor may signal only this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
