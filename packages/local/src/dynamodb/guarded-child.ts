import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

/**
 * In front of the program stands a shell that first leaves a guard behind and then becomes the program (so its process id is
 * the child's). The guard reads the pipe on descriptor 3, whose other end only we hold: when we die, even by SIGKILL, it reads
 * the end and kills the program. It ignores the signals of a terminal, since the program and we handle those.
 */
const guardThenBecome = `(trap '' INT TERM HUP; cat <&3 >/dev/null 2>&1; kill -9 $$ 2>/dev/null) >/dev/null 2>&1 & exec "$@" 3<&-`;

/** Starts a program that cannot outlive this process. It stays in our process group, so that one signal from a terminal reaches both. */
export function spawnGuarded(program: string, args: readonly string[]): ChildProcess {
  const child = spawn("sh", ["-c", guardThenBecome, "sh", program, ...args], { stdio: ["ignore", "ignore", "pipe", "pipe"] });
  const guardPipe = child.stdio[3];
  guardPipe?.on("error", () => undefined); // the guard may be gone first
  child.once("exit", () => guardPipe?.destroy());
  return child;
}
