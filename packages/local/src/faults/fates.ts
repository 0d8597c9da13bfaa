import { createHash } from "node:crypto";
import { type Fault, faults, type Weights } from "./fault.ts";

/** One fate: as many independent numbers in [0, 1) as there are questions about it, always the same for a seed, a kind and a count. */
export type Draw = (question: string) => number;

/** @param count how many of the kind there were before */
export const drawOf =
  (seed: number, kind: string, count: number): Draw =>
  (question) =>
    createHash("sha256").update(`${seed}/${kind}/${count}/${question}`).digest().readUIntBE(0, 6) / 2 ** 48;

export interface Fate {
  readonly fault: Fault;
  readonly draw: Draw;
}

/**
 * Decides what happens to the next call of a kind, by the seed and a counter per kind, so that one kind's load does not affect another's fates. Counts what has
 * really happened.
 */
export class Fates {
  readonly seed: number;
  /** The share of all calls that meet a fault, from 0 to 1. */
  readonly rate: number;
  readonly #only: ReadonlySet<Fault>;
  #isPaused = false;
  readonly #seen = new Map<string, number>();
  readonly #happened = new Map<string, number>();

  constructor(seed: number, rate: number, only: readonly Fault[] = faults) {
    this.seed = seed;
    this.rate = rate;
    this.#only = new Set(only);
  }

  /** Undefined if nothing goes wrong. */
  next(kind: string, weights: Weights): Fate | undefined {
    const count = this.#seen.get(kind) ?? 0;
    this.#seen.set(kind, count + 1);
    const draw = drawOf(this.seed, kind, count);
    if (this.#isPaused || draw("whether") >= this.rate) return undefined;
    const fault = choose(weights, this.#only, draw("which fault"));
    return fault && { fault, draw };
  }

  happened(kind: string, fault: Fault): void {
    const name = `${kind} ${fault}`;
    this.#happened.set(name, (this.#happened.get(name) ?? 0) + 1);
  }

  /** Counts by `kind fault`: `dynamodb.Query throttle`. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#happened].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** From now on nothing fails. */
  pause(): void {
    this.#isPaused = true;
  }
  resume(): void {
    this.#isPaused = false;
  }
}

/** One of the weighted choices. */
function choose(weights: Weights, from: ReadonlySet<Fault>, draw: number): Fault | undefined {
  const choices = [...from].map((fault) => ({ fault, weight: weights[fault] ?? 0 }));
  let left = draw * choices.reduce((sum, { weight }) => sum + weight, 0);
  return choices.find(({ weight }) => (left -= weight) < 0)?.fault;
}

/** The same items in another order. */
export const shuffled = <T>(items: readonly T[], draw: Draw): T[] =>
  items
    .map((item, at) => ({ item, key: draw(`order ${at}`) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Some of the items, in their order, but never none and never all of several. */
export function partOf<T>(items: readonly T[], draw: Draw): { kept: T[]; left: T[] } {
  const count = 1 + Math.floor(draw("how many") * (items.length - 1));
  const chosen = new Set(shuffled([...items.keys()], draw).slice(0, count));
  return { kept: items.filter((_, at) => chosen.has(at)), left: items.filter((_, at) => !chosen.has(at)) };
}
