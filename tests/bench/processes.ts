import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** One process, or all of one name: what it has used of the machine by now. */
interface ProcessUse {
  readonly name: string;
  readonly cpuMs: number;
  readonly residentMb: number;
}

/** CPU by thread name (a function's worker bears its name, cut to 15 characters) and by process. */
interface Use {
  readonly processes: ReadonlyMap<number, ProcessUse>;
  readonly threadCpuMs: ReadonlyMap<string, number>;
}

/** The kernel counts CPU in hundredths of a second, whatever its own clock ticks at (`USER_HZ`, proc_pid_stat(5)). */
const tickMs = 10;
const pageMb = 4096 / 1024 / 1024;

/**
 * Usage of a process and its descendants, all threads, from /proc; ended processes are forgotten. Resident memory counts pages that several
 * processes share once for each, as `ps` does.
 */
function useOf(root: number): Use {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const stats = new Map(all.flatMap((pid) => [...statOf(`/proc/${pid}/stat`)].map((stat) => [Number(pid), stat] as const)));
  const processes = new Map<number, ProcessUse>();
  const threadCpuMs = new Map<string, number>();
  const family = new Set([root]);
  // A set may grow while it is walked: a child's children come after it.
  for (const pid of family) {
    const stat = stats.get(pid);
    if (stat === undefined) continue;
    processes.set(pid, { name: stat.name, cpuMs: stat.cpuMs, residentMb: stat.residentMb });
    for (const thread of threadsOf(pid)) threadCpuMs.set(thread.name, (threadCpuMs.get(thread.name) ?? 0) + thread.cpuMs);
    for (const [child, { parent }] of stats) if (parent === pid) family.add(child);
  }
  return { processes, threadCpuMs };
}

interface Stat {
  readonly name: string;
  readonly parent: number;
  readonly cpuMs: number;
  readonly residentMb: number;
}

/** Empty if the process has ended meanwhile. */
function statOf(file: string): Stat[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  const end = text.lastIndexOf(")");
  // The name stands in parentheses and may hold anything; the fields after it are counted from the third one.
  const field = text.slice(end + 2).split(" ");
  const number = (at: number) => Number(field[at - 3]);
  return [
    {
      name: text.slice(text.indexOf("(") + 1, end),
      parent: number(4),
      cpuMs: (number(14) + number(15)) * tickMs,
      residentMb: number(24) * pageMb,
    },
  ];
}

function threadsOf(pid: number): { name: string; cpuMs: number }[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => statOf(`/proc/${pid}/task/${thread}/stat`));
  } catch {
    return [];
  }
}

/** Megabytes in all, and by the name of the program. */
export interface Memory {
  readonly allMb: number;
  readonly byProgramMb: Readonly<Record<string, number>>;
}

export function memoryOf(root: number): Memory {
  const byProgram: Record<string, number> = {};
  for (const { name, residentMb } of useOf(root).processes.values()) {
    const program = name === "MainThread" ? "node" : name;
    byProgram[program] = (byProgram[program] ?? 0) + residentMb;
  }
  const rounded = Object.entries(byProgram).map(([name, mb]) => [name, Math.round(mb)] as const);
  return {
    allMb: rounded.reduce((sum, [, mb]) => sum + mb, 0),
    byProgramMb: Object.fromEntries(rounded.filter(([, mb]) => mb >= 1)),
  };
}

/** Samples the memory until it is asked for the highest sum there was at one moment. */
export function watchPeak(root: number): () => Memory {
  let peak = memoryOf(root);
  const look = () => {
    const now = memoryOf(root);
    if (now.allMb > peak.allMb) peak = now;
  };
  const timer = setInterval(look, 200);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}

/** Share of one processor below which nothing is being worked on: what idle processes take. */
const quietShare = 0.1;
const quietSeconds = 3;
const mostSeconds = 180;

/** Waits until everything under `root` has finished what it was doing, so that what is measured next is not measured beside it. */
export async function whenQuiet(root: number): Promise<void> {
  const used = () => [...useOf(root).processes.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  let before = used();
  for (let seconds = 0, quiet = 0; quiet < quietSeconds && seconds < mostSeconds; seconds++) {
    await delay(1_000);
    const now = used();
    quiet = now - before < quietShare * 1_000 ? quiet + 1 : 0;
    before = now;
  }
}

export interface Cpu {
  readonly cpuMs: number;
  /** CPU time of the local DynamoDB, which is not a Node process. */
  readonly engineCpuMs: number;
  /** The busiest first. */
  readonly threads: Readonly<Record<string, number>>;
}

/** CPU that `work` costs in all processes under `root`, including follow-up work within `afterwardsMs`, per one of `operations`. */
export async function cpuOf<T>(
  root: number,
  operations: number,
  work: () => Promise<T>,
  afterwardsMs = 300,
): Promise<{ result: T; cpu: Cpu }> {
  const before = useOf(root);
  const result = await work();
  await new Promise((resolve) => setTimeout(resolve, afterwardsMs));
  const after = useOf(root);
  const perOperation = (ms: number) => Math.round((ms / operations) * 100) / 100;
  const grown = [...after.processes].map(([pid, { name, cpuMs }]) => ({
    name,
    cpuMs: cpuMs - (before.processes.get(pid)?.cpuMs ?? 0),
  }));
  const sum = (uses: readonly { cpuMs: number }[]) => uses.reduce((total, { cpuMs }) => total + cpuMs, 0);
  const threads = [...after.threadCpuMs]
    .map(([name, cpuMs]) => [name, perOperation(cpuMs - (before.threadCpuMs.get(name) ?? 0))] as const)
    .filter(([, ms]) => ms > 0.05)
    .toSorted(([, a], [, b]) => b - a);
  return {
    result,
    cpu: {
      cpuMs: perOperation(sum(grown)),
      engineCpuMs: perOperation(sum(grown.filter(({ name }) => name === "dynoxide" || name === "sh"))),
      threads: Object.fromEntries(threads),
    },
  };
}
