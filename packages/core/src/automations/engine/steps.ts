import type { findCards, getCardType } from "../../cards/index.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { type Pauses, wasPaused } from "../pause/pauses.ts";
import { after, backoffAfter } from "../rules.ts";
import type { EachResult } from "../run-schema.ts";
import type { Definition, Step } from "../schema.ts";
import type { ForEach } from "./for-each.ts";
import { perform, type Procedures } from "./perform.ts";
import { resultOf, type Run, skippedRun, withFailedAttempt, withResult } from "./runs.ts";
import { isSeen } from "./sight.ts";

export interface StepOptions {
  readonly clock: Clock;
  readonly procedures: Procedures;
  /** Injected to keep the rest of the cards domain out of the bundle's cold part. */
  readonly reads: { readonly findCards: typeof findCards; readonly getCardType: typeof getCardType };
}

export type AutomationActor = Extract<Actor, { kind: "automation" }>;

/** What a run executes, and under whose rights. */
interface Acting {
  readonly definition: Definition;
  readonly publisherId: UserId;
  readonly actor: AutomationActor;
  readonly type: CardType;
}

interface Target {
  readonly card: Card;
  readonly type: CardType;
  /** Whether it is a related card rather than the run's. */
  readonly isRelated: boolean;
}

/** The run after a step. `dueAt`: it waits until then. */
interface Taken {
  readonly run: Run;
  readonly dueAt?: string;
}

/** The run with the result that ends it. `isDenied`: the publisher lacks the right. `isStorm`: it is one too many. */
export interface Ended {
  readonly ended: "done" | "skipped" | "failed";
  readonly run: Run;
  readonly isDenied?: boolean;
  readonly isStorm?: boolean;
}

/** Takes the steps of a run, each for the run's card or, within a loop, for a related one. */
export class Steps {
  readonly #orgId: OrgId;
  readonly #acting: Acting;
  readonly #options: StepOptions;

  constructor(orgId: OrgId, acting: Acting, options: StepOptions) {
    this.#orgId = orgId;
    this.#acting = acting;
    this.#options = options;
  }

  async meets(filter: Filter, { card, type, isRelated }: Target, run: Run): Promise<boolean> {
    const { definition, publisherId, actor } = this.#acting;
    const { clock } = this.#options;
    const { meets } = await import("./facts.ts");
    // The event is one of the run's card.
    const event = async () => (isRelated ? null : (await import("./event.ts")).eventOf({ run, definition, actor }));
    return meets(filter, { card, type, actor, publisherId, clock, event });
  }

  /** Begins a step for each related card, or goes on to the next one. */
  async #forEach(step: ForEach, card: Card, run: Run): Promise<Taken> {
    const { actor, publisherId } = this.#acting;
    const { clock, reads } = this.#options;
    const { cardsForEach, withCardDone } = await import("./for-each.ts");
    const each = run.steps.find(({ stepId }) => stepId === step.id)?.each;
    if (each) {
      const passed = withCardDone(step, run.steps, each);
      return this.#passed(step, { ...run, steps: passed.results }, passed.each);
    }
    const { cards, left } = await cardsForEach(step, card, { actor, publisherId, clock, getCardType: reads.getCardType });
    return this.#passed(step, run, { cardIds: cards.map(({ id }) => id), left, done: [] });
  }

  /** The run with a step's progress through the related cards. */
  #passed(step: ForEach, run: Run, each: EachResult): Taken {
    const { clock } = this.#options;
    const startedAt = run.steps.find(({ stepId }) => stepId === step.id)?.startedAt ?? instant(clock);
    const isNone = each.cardIds.length === 0;
    const isSkipped = each.done.every((one) => one.state === "skipped");
    const state = each.done.length < each.cardIds.length ? "running" : isSkipped ? "skipped" : "done";
    const message = state === "skipped" ? `automations.skipped.${isNone ? "notRelated" : "everyCard"}` : null;
    const result = resultOf(step.id, state, startedAt, clock, { each, message });
    return { run: { ...run, state: "running", attempts: 0, steps: withResult(run.steps, result) } };
  }

  /** The card that a step is executed for. A related one that is gone, out of scope or of another type by now is skipped. */
  async #target(step: Step, card: Card, run: Run): Promise<Target | Taken> {
    const { definition, type, actor } = this.#acting;
    const { forEachAround, currentCard, withCardDone } = await import("./for-each.ts");
    const around = forEachAround(definition.steps, step.id);
    const each = around && run.steps.find(({ stepId }) => stepId === around.id)?.each;
    const cardId = each && currentCard(each);
    if (!cardId) return { card, type, isRelated: false };
    const { findCards, getCardType } = this.#options.reads;
    const related = (await findCards(this.#orgId, [cardId])).get(cardId);
    const isFit = related?.trashedAt === null && related.typeId === around.relatedTypeId && (await isSeen(actor, related));
    if (isFit) return { card: related, type: await getCardType(this.#orgId, related.typeId), isRelated: true };
    const gone = related?.trashedAt === null ? "automations.skipped.unseen" : "automations.skipped.cardGone";
    const passed = withCardDone(around, run.steps, each, gone);
    return this.#passed(around, { ...run, steps: passed.results }, passed.each);
  }

  /** Takes a step of the run: the next one. Performs what it does, and saves nothing. */
  async take(step: Step, run: Run, pauses: Pauses): Promise<Taken | Ended> {
    const { definition, publisherId, actor, type } = this.#acting;
    const { clock, procedures } = this.#options;
    const startedAt = instant(clock);
    const known = run.steps.find(({ stepId }) => stepId === step.id);
    const finished = (state: "done" | "skipped", more: Parameters<typeof resultOf>[4]): Taken => ({
      run: {
        ...run,
        state: "running",
        attempts: 0,
        steps: withResult(run.steps, resultOf(step.id, state, known?.startedAt ?? startedAt, clock, more)),
      },
    });
    if (step.kind === "wait") {
      const until = known?.until ?? after(clock.now(), step.wait, actor.membership.settings.timeZone);
      const isHeld = wasPaused(pauses, until);
      if (until <= startedAt) return finished("done", { until, ...(isHeld ? { message: "automations.late.paused" } : {}) });
      const waiting = resultOf(step.id, "waiting", startedAt, clock, { until });
      return { run: { ...run, state: "waiting", dueAt: until, steps: withResult(run.steps, waiting) }, dueAt: until };
    }
    // Read again for each step: the previous one may have changed the card, and a wait may have taken months.
    const card = (await this.#options.reads.findCards(this.#orgId, [run.cardId])).get(run.cardId);
    if (!card) return { ended: "skipped", run: skippedRun(run, clock, "automations.skipped.cardGone") };
    if (!(await isSeen(actor, card))) return { ended: "skipped", run: skippedRun(run, clock, "automations.skipped.unseen") };
    if (step.kind === "forEach") return this.#forEach(step, card, run);
    const target = await this.#target(step, card, run);
    if ("run" in target) return target;
    const ofCard = target.isRelated ? { cardId: target.card.id } : {};
    if (step.kind === "branch") return finished("done", { ...ofCard, met: await this.meets(step.filter, target, run) });
    const outcome = await perform(step.action, target.card, target.type, {
      orgId: this.#orgId,
      actor,
      publisherId,
      clock,
      procedures,
      seed: [run.automationId, run.runId, step.id, ...Object.values(ofCard)].join("/"),
      at: Date.parse(run.startedAt),
      follows: { ...(run.recordId ? { recordId: run.recordId } : {}), depth: run.depth },
      values: async (language) => {
        const { runValues } = await import("./run-values.ts");
        return runValues(step, { run, definition, type, actor }, language);
      },
    });
    const attempts = run.attempts + 1;
    const earlier = run.failedAttempts.filter(({ stepId, cardId }) => stepId === step.id && cardId === ofCard.cardId).length;
    if (outcome.state !== "failed")
      return finished(outcome.state, { ...ofCard, ...outcome, state: outcome.state, attempts: earlier + 1 });
    const { message, params, mendedAt } = outcome;
    const backoff = outcome.isTransient ? backoffAfter(attempts) : undefined;
    if (backoff !== undefined) {
      const dueAt = new Date(clock.now() + backoff).toISOString();
      const attempt = { stepId: step.id, ...ofCard, startedAt, endedAt: instant(clock), message, params, retriedBy: null };
      return { run: { ...withFailedAttempt(run, attempt), state: "waiting", attempts, dueAt }, dueAt };
    }
    const failed = resultOf(step.id, "failed", startedAt, clock, {
      ...ofCard,
      message,
      params,
      attempts: earlier + 1,
      ...(mendedAt ? { mendedAt } : {}),
    });
    const isDenied = outcome.isDenied;
    return { ended: "failed", run: { ...run, attempts: 0, steps: withResult(run.steps, failed) }, isDenied };
  }
}
