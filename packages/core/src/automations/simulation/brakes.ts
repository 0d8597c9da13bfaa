import type { CardId } from "../../kernel/id.ts";
import { maxDepth, mostReturns, stormRuns, stormWindow } from "../rules.ts";
import type { AutomationId } from "../schema.ts";

interface Begin {
  readonly id: AutomationId;
  readonly cardId: CardId;
  readonly at: string;
  /** Of what causes it. */
  readonly depth: number;
  /** Whether the automation itself led to it. */
  readonly hasLedHere: boolean;
}

/** Stops automations as the engine does: those that storm, and those that go round in circles. */
export class Brakes {
  readonly #starts = new Map<string, number>();

  /** Counts a run that is to begin. @returns whether its automation is in a loop instead */
  isLoop({ id, cardId, at, depth, hasLedHere }: Begin): boolean {
    return hasLedHere && (this.#countInWindow(`${id} ${cardId}`, at) > mostReturns || depth >= maxDepth);
  }

  /** Counts a run whose conditions are met. @returns whether it is one too many */
  isStorm(id: AutomationId, at: string): boolean {
    return this.#countInWindow(id, at) > stormRuns;
  }

  /** As the engine's `countInWindow` does. */
  #countInWindow(what: string, at: string): number {
    const key = `${what} ${stormWindow(Date.parse(at))}`;
    const count = (this.#starts.get(key) ?? 0) + 1;
    this.#starts.set(key, count);
    return count;
  }
}
