export interface Timing {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Runs the work `times` times, one after the other, after `warmUp` runs that are not counted. */
export async function time(
  times: number,
  work: (index: number) => Promise<unknown>,
  warmUp = Math.ceil(times / 10),
): Promise<Timing> {
  for (let index = 0; index < warmUp; index++) await work(-1 - index);
  const samples: number[] = [];
  for (let index = 0; index < times; index++) {
    const began = performance.now();
    await work(index);
    samples.push(performance.now() - began);
  }
  return summary(samples);
}

/** Number of runs per second when `lanes` run side by side. */
export async function rate(lanes: number, times: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < times) await work(next++);
    }),
  );
  return Math.round(times / ((performance.now() - began) / 1000));
}

export function summary(samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
