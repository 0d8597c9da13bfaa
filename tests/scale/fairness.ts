import { setTimeout as delay } from "node:timers/promises";
import { seedBenchCards } from "../bench/seed.ts";
import { summary, type Timing } from "../bench/timing.ts";
import { found, type Founded } from "./organization.ts";

const forMs = 30_000;

/** Measures how one tenant's heaviest queries, run without a pause in four lanes, affect another tenant's lists. */
export async function measureFairness(origin: string, cards: number): Promise<void> {
  const [heavy, other] = [await found(origin), await found(origin)];
  await seedBenchCards(heavy.orgId, heavy.typeId, cards);
  await seedBenchCards(other.orgId, other.typeId, 1_000);
  await ask(heavy, heavy.list);
  print("alone", await lists(other));
  const end = new AbortController();
  const answers = new Map<string, number>();
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (let at = lane; !end.signal.aborted; at += 4) {
      const answer = await ask(heavy, heaviest(heavy, at));
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await delay(20);
    }
  });
  print("beside it", await lists(other));
  end.abort();
  await Promise.all(lanes);
  console.log(`answers to the heavy: ${[...answers].map(([code, count]) => `${code} ${count}`).join(", ")}`);
  heavy.session.close();
  other.session.close();
}

/** A filter with the maximum number of conditions, none of which an index answers; different ones each time. */
function heaviest({ list, fieldOf }: Founded, at: number) {
  const group = (of: number) => ({
    any: Array.from({ length: 50 }, (_, index) => ({
      fieldId: index % 2 ? "name" : fieldOf("location"),
      operator: "CONTAINS",
      value: `nothing ${at} ${of} ${index}`,
    })),
  });
  return { cardTypeId: list.cardTypeId, filter: { any: [0, 1, 2, 3].map(group) }, sort: [], limit: 50, sums: [] };
}

async function ask({ session }: Founded, query: unknown): Promise<string> {
  try {
    await session.call("cards.search", query);
    return "answered";
  } catch (error) {
    return /"code":"([A-Z_]+)"/.exec(String(error))?.[1] ?? String(error);
  }
}

async function lists({ session, list }: Founded): Promise<Timing> {
  const samples: number[] = [];
  for (const until = performance.now() + forMs; performance.now() < until;) {
    const began = performance.now();
    await session.call("cards.search", list);
    samples.push(performance.now() - began);
    await delay(20);
  }
  return summary(samples);
}

const print = (name: string, { p50Ms, p95Ms }: Timing): void =>
  console.log(`lists of 1,000 cards ${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms`);
