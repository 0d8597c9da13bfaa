// Second half of `npm start`, which its shell has become: signals reach it directly, and nothing waits beside it. npm's PATH has the project's Node 24 first.
// Its young generation is as small as those of the workers (`lambda/function.ts`): otherwise what starting allocates leaves it 60 MB larger for good.
import { spawn } from "node:child_process";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { node24, root } from "./node24.mjs";

if (node24() === process.execPath) {
  // What was compiled, and stripped of its types, is kept: the next start takes half the time and a third less memory.
  enableCompileCache(join(root, ".local/build/compile-cache"));
  await import(pathToFileURL(join(root, "packages/local/src/main.ts")).href);
} else {
  // A PATH of the user's own making. A terminal signals the whole group; a supervisor may signal only this process.
  const child = spawn(node24(), [...process.execArgv, import.meta.filename, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
