import { dayOf } from "../../kernel/zoned-time.ts";
import type { CardId } from "../../kernel/id.ts";
import type { ActionKind } from "../actions/list.ts";
import type { TrialStep } from "../run-schema.ts";
import type { HeldVersion, StopReason } from "../schema.ts";
import type { Counted, SimulatedRun, SimulationSummary } from "./schema.ts";

/** Counts what a simulation did. */
export class Tally {
  readonly #cards = new Set<CardId>();
  readonly #changed = new Set<CardId>();
  readonly #lost = new Set<CardId>();
  readonly #failures = new Map<string, Counted>();
  readonly #skipped = new Map<string, Counted>();
  readonly #done: Partial<Record<ActionKind, number>> = {};
  #unmet = 0;
  #segments = 0;
  #stopped: SimulationSummary["stopped"] = null;
  #end: SimulationSummary["end"] = null;

  unmet(): void {
    this.#unmet++;
  }
  skipped(message: string): void {
    count(this.#skipped, message, null);
  }
  lost(cardId: CardId): void {
    this.#lost.add(cardId);
  }
  changed(cardId: CardId): void {
    this.#changed.add(cardId);
  }
  did(action: ActionKind): void {
    this.#done[action] = (this.#done[action] ?? 0) + 1;
  }
  sent(segments: number): void {
    this.#segments += segments;
  }
  failed(message: string, params: TrialStep["params"]): void {
    count(this.#failures, message, params);
  }
  stopped(reason: StopReason, at: string): void {
    this.#stopped ??= { reason, at };
  }
  ended(at: string, because: "runs" | "time"): void {
    this.#end ??= { at, because };
  }

  /** With what the runs tell by themselves. */
  summary(version: HeldVersion, runs: readonly SimulatedRun[], timeZone: string): SimulationSummary {
    const days = new Map<string, { date: string; runs: number; failed: number }>();
    for (const { at, cardId, state } of runs) {
      this.#cards.add(cardId);
      const date = dayOf(Date.parse(at), timeZone);
      const day = days.get(date) ?? { date, runs: 0, failed: 0 };
      days.set(date, { date, runs: day.runs + 1, failed: day.failed + (state === "failed" ? 1 : 0) });
    }
    const inState = (wanted: SimulatedRun["state"]) => runs.filter(({ state }) => state === wanted).length;
    return {
      version,
      runs: runs.length,
      chained: runs.filter(({ chained }) => chained !== null).length,
      failed: inState("failed"),
      waiting: inState("waiting"),
      unmet: this.#unmet,
      cards: this.#cards.size,
      changedCards: this.#changed.size,
      done: this.#done,
      smsSegments: this.#segments,
      failures: mostFirst(this.#failures),
      skipped: mostFirst(this.#skipped),
      days: [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      stopped: this.#stopped,
      end: this.#end,
      lostCards: this.#lost.size,
    };
  }
}

function count(counts: Map<string, Counted>, message: string, params: TrialStep["params"]): void {
  const key = JSON.stringify([message, params]);
  counts.set(key, { message, params, count: (counts.get(key)?.count ?? 0) + 1 });
}

const mostFirst = (counts: ReadonlyMap<string, Counted>): Counted[] => [...counts.values()].toSorted((a, b) => b.count - a.count);
