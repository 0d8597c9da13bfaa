import { setTimeout as sleep } from "node:timers/promises";

const patienceMs = 30_000;

/** Asks until there is an answer: what comes by way of queues takes a moment. Throws if it never comes. @param what for the error */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${what} has not come within ${patienceMs / 1_000} s`);
    await sleep(100);
  }
}
