/** Calls back every second until the returned function is called: by a worker, since the timers of a hidden page may run once a minute. */
export function everySecond(run: () => void): () => void {
  const worker = new Worker(new URL("./every-second.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", run);
  return () => worker.terminate();
}
