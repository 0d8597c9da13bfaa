// Runs a script under the project's own Node 24, whatever Node started this: npm puts the pinned binary first on PATH,
// but a clone installed with --omit=optional, or a failed download, would silently run the old one.
import { spawn } from "node:child_process";
import { node24 } from "./node24.mjs";

const child = spawn(node24(), ["--disable-warning=ExperimentalWarning", ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
