import type { Card } from "../../cards/schema.ts";
import type { CardId } from "../../kernel/id.ts";
import type { ForEach } from "../engine/for-each.ts";
import { allSteps, nextStep, type Progress } from "../rules.ts";
import type { Step } from "../schema.ts";
import { type SimulatedStep, shownRelated } from "./schema.ts";

export const blank = {
  action: null,
  card: null,
  each: null,
  procedure: null,
  input: null,
  recipient: null,
  met: null,
  message: null,
  params: null,
  before: null,
  after: null,
} as const;

/** The steps that a simulated run has taken. */
export class TakenSteps {
  /** As the result lists them: for related cards beyond the first few, their steps are not. */
  readonly listed: SimulatedStep[] = [];
  /** From which the next step follows: of those for each related card, only the results for the present one. */
  #progress: Progress[] = [];
  /** The step for each related card that the run is at, or was last. */
  #each: { readonly step: ForEach; readonly cardIds: readonly CardId[]; done: number } | undefined;

  next(steps: readonly Step[]): Step | undefined {
    return nextStep(steps, this.#progress);
  }

  note(step: SimulatedStep): void {
    const { stepId, state, met, card } = step;
    this.#progress.push({ stepId, met, state });
    if (!card || state === "failed" || (this.#each?.done ?? 0) < shownRelated) this.listed.push(step);
  }

  /** The related card that a step within this one is to be taken for; undefined if it has not begun. */
  cardOf(step: ForEach): CardId | undefined {
    return this.#each?.step === step ? this.#each.cardIds[this.#each.done] : undefined;
  }

  hasBegun(step: ForEach): boolean {
    return this.#each?.step === step;
  }

  begin(step: ForEach, cards: readonly Card[], left: number, at: string): void {
    this.#each = { step, cardIds: cards.map(({ id }) => id), done: 0 };
    const isNone = cards.length === 0;
    const each = isNone ? null : { count: cards.length, left, shown: Math.min(cards.length, shownRelated) };
    const message = isNone ? "automations.skipped.notRelated" : null;
    this.listed.push({ ...blank, stepId: step.id, at, each, state: isNone ? "skipped" : "would", message });
    this.#progress.push({ stepId: step.id, met: null, state: isNone ? "skipped" : "running" });
  }

  /** Goes on to the next related card: the steps within are ahead again. */
  nextCard(): void {
    const each = this.#each;
    if (!each) return;
    each.done++;
    const { step, cardIds, done } = each;
    const within = new Set([step.id, ...allSteps(step.steps).map(({ id }) => id)]);
    const others = this.#progress.filter(({ stepId }) => !within.has(stepId));
    this.#progress = [...others, { stepId: step.id, met: null, state: done < cardIds.length ? "running" : "done" }];
  }

  /** What texts of a step can name: steps for the run's card, and for the related card that the step is taken for. */
  before(related: CardId | undefined): readonly SimulatedStep[] {
    return this.listed.filter(({ card }) => card === null || card.id === related);
  }
}
