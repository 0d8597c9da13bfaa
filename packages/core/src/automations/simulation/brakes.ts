import type { CardId } from "../../kernel/id.ts";
import { maxDepth, mostReturns, stormRuns, stormWindow } from "../rules.ts";
import type { AutomationId, StopReason } from "../schema.ts";

interface Begin {
  readonly id: AutomationId;
  readonly cardId: CardId;
  readonly at: string;
  /** Of what causes it. */
  readonly depth: number;
  /** Whether the automation itself led to it. */
  readonly hasLedHere: boolean;
  readonly isForeseen: boolean;
}

/** Stops automations as the engine does: those that storm, and those that go round in circles. */
export class Brakes {
  readonly #starts = new Map<string, number>();

  /** Counts a run that is to begin. @returns why its automation is stopped instead; undefined if it may begin */
  reasonToStop({ id, cardId, at, depth, hasLedHere, isForeseen }: Begin): StopReason | undefined {
    if (hasLedHere && (this.#countInWindow(`${id} ${cardId}`, at) > mostReturns || depth >= maxDepth)) return "loop";
    return !isForeseen && this.#countInWindow(id, at) > stormRuns ? "storm" : undefined;
  }

  /** As the engine's `countInWindow` does. */
  #countInWindow(what: string, at: string): number {
    const key = `${what} ${stormWindow(Date.parse(at))}`;
    const count = (this.#starts.get(key) ?? 0) + 1;
    this.#starts.set(key, count);
    return count;
  }
}
