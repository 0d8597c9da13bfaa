import type { findCards, getCardType } from "../../cards/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Filter } from "../../cards/query/schema.ts";
import { reportFailure } from "../../data/consumer.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { CardId, OrgId, UserId } from "../../kernel/id.ts";
import { requireRight } from "../../kernel/procedure.ts";
import { findMembership } from "../../organizations/index.ts";
import { findPauses, type Pauses, presentPause, wasPaused } from "../pause/pauses.ts";
import { after, nextStep, backoffAfter } from "../rules.ts";
import type { AutomationId, Definition, EachResult, Step } from "../schema.ts";
import type { ForEach } from "./for-each.ts";
import { findAutomation, getPublished, type StoredAutomation } from "../store.ts";
import { failureOf, perform, type Procedures } from "./perform.ts";
import { enqueueCard } from "./queue.ts";
import { endRun, findRun, resultOf, type Run, saveRun, withFailedAttempt, withResult } from "./runs.ts";
import { isSeen } from "./sight.ts";
import { stopAutomation } from "./stop.ts";
import { type OpenRun, Turn } from "./turn.ts";

export interface RunOptions {
  readonly clock: Clock;
  readonly procedures: Procedures;
  /** Injected to keep the rest of the cards domain out of the bundle's cold part. */
  readonly reads: { readonly findCards: typeof findCards; readonly getCardType: typeof getCardType };
  /** Called whenever a run has got further: browsers that show it refetch it. */
  readonly onProgress?: (orgId: OrgId, automationId: AutomationId) => void;
  /** No step starts later than this after the invocation, so that the Lambda's timeout interrupts none. */
  readonly runMs: number;
}

/**
 * Executes a card's due runs one at a time, in the order of the events that started them. A claim admits one such process per card; a second one returns at once.
 * Each step is saved before the next starts, so an interrupted run resumes there. While the organization's automations are paused, it does nothing.
 */
export async function runCard(
  orgId: OrgId,
  cardId: CardId,
  { clock, procedures, reads, onProgress, runMs }: RunOptions,
): Promise<void> {
  const endsAt = clock.now() + runMs;
  if (presentPause(await findPauses(orgId))) return;
  const turn = await Turn.take(orgId, cardId, clock);
  if (!turn) return;
  for (;;) {
    const open = await turn.next();
    if (!open) {
      if (!(await turn.end())) return;
      continue;
    }
    const tell = () => onProgress?.(orgId, open.automationId);
    const pass = new Pass(orgId, open, turn, { clock, procedures, reads, onProgress: tell, endsAt });
    const settled = await pass.run().catch((error: unknown) => pass.postponed(error));
    tell();
    if (settled === "lost") return;
    if (settled === "paused") return void (await turn.leave());
    if (settled === "cut") {
      await turn.leave();
      return enqueueCard(orgId, cardId);
    }
    if (!(await turn.settle(open, settled.dueAt, settled.errors))) return;
  }
}

/** Between the attempts to give up a run which cannot even be saved as failed. */
const hopelessMs = 86_400_000;

interface PassOptions extends Pick<RunOptions, "clock" | "procedures" | "reads"> {
  readonly onProgress: () => void;
  readonly endsAt: number;
}

/** `dueAt`: when the run continues by itself; undefined if it has ended. `lost`: another process has the claim. `cut`: out of time. `paused`: all automations are. */
type Settled = { readonly dueAt: string | undefined; readonly errors?: number } | "lost" | "cut" | "paused";
const over = { dueAt: undefined } as const;

/** Executes a run until it waits or ends. */
class Pass {
  readonly #orgId: OrgId;
  readonly #open: OpenRun;
  readonly #turn: Turn;
  readonly #options: PassOptions;

  constructor(orgId: OrgId, open: OpenRun, turn: Turn, options: PassOptions) {
    this.#orgId = orgId;
    this.#open = open;
    this.#turn = turn;
    this.#options = options;
  }

  async run(): Promise<Settled> {
    const { automationId, runId } = this.#open;
    const run = await findRun(this.#orgId, automationId, runId);
    if (!run || (run.state !== "running" && run.state !== "waiting")) return over;
    const automation = await findAutomation(this.#orgId, automationId);
    const end = async (state: "done" | "skipped" | "failed" | "canceled", ended: Run = run) =>
      (await endRun(ended, state, automation, this.#options.clock)) ? over : this.#superseded(ended);
    if (!automation) return end("canceled");
    const { definition, publishedBy } = await getPublished(this.#orgId, automationId, run.number);
    const acting = await this.#actorOf(automation, publishedBy, run);
    if ("refused" in acting) return end("failed", this.#failed(run, "start", acting.refused));
    const card = (await this.#options.reads.findCards(this.#orgId, [run.cardId])).get(run.cardId);
    const isGone = !card || (card.trashedAt !== null && definition.trigger.kind !== "cardDeleted");
    if (isGone) return end("skipped", this.#skipped(run, "automations.skipped.cardGone"));
    if (!(await isSeen(acting.actor, card))) return end("skipped", this.#skipped(run, "automations.skipped.unseen"));
    const type = await this.#options.reads.getCardType(this.#orgId, card.typeId);
    // Checked before the conditions are evaluated: they may be the problem.
    const { problemsOf } = await import("../check.ts");
    const [problem] = await problemsOf(definition, type, this.#orgId);
    if (problem) {
      // If the run has an older version, the published one may be sound.
      if (run.number === automation.live?.number) await stopAutomation(automation, "broken", this.#options.clock, run);
      const [part, stepId = "start"] = problem.path.split(".");
      const failure = { message: problem.message, params: problem.about ? { about: problem.about } : null };
      return end("failed", this.#failed(run, part === "steps" ? stepId : "start", failure));
    }
    const of = { automation, definition, publisherId: publishedBy, actor: acting.actor, type, end };
    if (
      run.steps.length === 0 &&
      definition.filter &&
      !(await this.#meets(definition.filter, { card, type, isRelated: false }, run, of))
    )
      return end("skipped", this.#skipped(run, "automations.skipped.filter"));
    return this.#steps(run, of);
  }

  /** An unexpected error delays this run, not the card's others. One that is met again after every back-off ends it. */
  async postponed(error: unknown): Promise<Settled> {
    const { clock } = this.#options;
    reportFailure("automations-on-executed", error);
    const errors = (this.#open.errors ?? 0) + 1;
    const backoff = backoffAfter(errors);
    if (backoff !== undefined) return { dueAt: new Date(clock.now() + backoff).toISOString(), errors };
    try {
      return await this.#givenUp();
    } catch (again) {
      reportFailure("automations-on-executed", again);
      return { dueAt: new Date(clock.now() + hopelessMs).toISOString(), errors };
    }
  }

  /** Ends the run as failed, with the results that it has saved. */
  async #givenUp(): Promise<Settled> {
    const { automationId, runId } = this.#open;
    const [run, automation] = await Promise.all([
      findRun(this.#orgId, automationId, runId),
      findAutomation(this.#orgId, automationId),
    ]);
    if (!run || (run.state !== "running" && run.state !== "waiting")) return over;
    const failed = this.#failed(run, "start", { message: "errors.INTERNAL_SERVER_ERROR.message", params: null });
    return (await endRun(failed, "failed", automation, this.#options.clock)) ? over : "lost";
  }

  /** The run was changed concurrently. If it was canceled, its last step's result is still saved; otherwise another process is executing it. */
  async #superseded(run: Run): Promise<Settled> {
    const current = await findRun(this.#orgId, run.automationId, run.runId);
    if (current?.state !== "canceled") return "lost";
    const done = run.steps.filter(({ state }) => state === "done" || state === "failed");
    await saveRun({ ...current, steps: done.reduce(withResult, current.steps) }, this.#options.clock);
    return over;
  }

  #skipped(run: Run, message: string): Run {
    const { clock } = this.#options;
    return { ...run, steps: withResult(run.steps, resultOf("start", "skipped", instant(clock), clock, { message })) };
  }

  #failed(
    run: Run,
    stepId: string,
    failure: { readonly message: string | null; readonly params: Run["steps"][number]["params"] },
  ): Run {
    const { clock } = this.#options;
    const { message, params } = failure;
    return { ...run, steps: withResult(run.steps, resultOf(stepId, "failed", instant(clock), clock, { message, params })) };
  }

  /** The publisher with their present rights. If they may no longer update automations, the automation is switched off. */
  async #actorOf(
    automation: StoredAutomation,
    userId: UserId,
    run: Run,
  ): Promise<{ readonly actor: Acting["actor"] } | { readonly refused: ReturnType<typeof failureOf> }> {
    const { orgId, id: automationId } = automation;
    const { clock } = this.#options;
    const membership = await findMembership(userId, orgId);
    const actor = membership && ({ kind: "automation", automationId, userId, membership } as const);
    try {
      if (!actor) throw new KartisError("NO_PERMISSION", { messageKey: "automations.failed.publisher" });
      requireRight(["AUTOMATION", "update"], { actor, clock }, "automation");
      return { actor };
    } catch (error) {
      const refused = failureOf(error);
      // The published version may have another publisher than the run's.
      if (refused.isDenied && automation.live?.publishedBy === userId) await stopAutomation(automation, "rights", clock, run);
      return { refused };
    }
  }

  async #steps(from: Run, of: Acting): Promise<Settled> {
    const { clock, endsAt } = this.#options;
    let run = from;
    for (;;) {
      const step = nextStep(of.definition.steps, run.steps);
      if (!step) return of.end("done", run);
      if (clock.now() >= endsAt) return "cut";
      if (!(await this.#turn.renew())) return "lost";
      const pauses = await findPauses(this.#orgId);
      if (presentPause(pauses)) return "paused";
      const taken = await this.#step(step, run, { ...of, pauses });
      if ("ended" in taken) return taken.ended;
      // The result of the last step is saved with the end of the run.
      if (taken.dueAt === undefined && !nextStep(of.definition.steps, taken.run.steps)) return of.end("done", taken.run);
      const saved = await saveRun(taken.run, clock);
      if (!saved) return this.#superseded(taken.run);
      run = saved;
      this.#options.onProgress();
      if (taken.dueAt !== undefined) return { dueAt: taken.dueAt };
    }
  }

  async #meets(filter: Filter, { card, type, isRelated }: Target, run: Run, of: Acting): Promise<boolean> {
    const { definition, publisherId, actor } = of;
    const { clock } = this.#options;
    const { meets } = await import("./facts.ts");
    // The event is one of the run's card.
    const event = async () => (isRelated ? null : (await import("./event.ts")).eventOf({ run, definition, actor }));
    return meets(filter, { card, type, actor, publisherId, clock, event });
  }

  /** Begins a step for each related card, or goes on to the next one. */
  async #forEach(step: ForEach, card: Card, run: Run, { actor, publisherId }: Acting): Promise<{ run: Run }> {
    const { clock, reads } = this.#options;
    const { cardsForEach, withCardDone } = await import("./for-each.ts");
    const each = run.steps.find(({ stepId }) => stepId === step.id)?.each;
    if (each) {
      const passed = withCardDone(step, run.steps, each, "done");
      return this.#passed(step, { ...run, steps: passed.results }, passed.each);
    }
    const { cards, left } = await cardsForEach(step, card, { actor, publisherId, clock, getCardType: reads.getCardType });
    return this.#passed(step, run, { cardIds: cards.map(({ id }) => id), left, done: [] });
  }

  /** The run with a step's progress through the related cards. */
  #passed(step: ForEach, run: Run, each: EachResult): { run: Run } {
    const { clock } = this.#options;
    const startedAt = run.steps.find(({ stepId }) => stepId === step.id)?.startedAt ?? instant(clock);
    const state = each.cardIds.length === 0 ? "skipped" : each.done.length < each.cardIds.length ? "running" : "done";
    const message = state === "skipped" ? "automations.skipped.notRelated" : null;
    const result = resultOf(step.id, state, startedAt, clock, { each, message });
    return { run: { ...run, state: "running", attempts: 0, steps: withResult(run.steps, result) } };
  }

  /** The card that a step is executed for. A related one that is gone, out of scope or of another type by now is skipped. */
  async #target(step: Step, card: Card, run: Run, of: Acting): Promise<Target | { readonly run: Run }> {
    const { forEachAround, currentCard, withCardDone } = await import("./for-each.ts");
    const around = forEachAround(of.definition.steps, step.id);
    const each = around && run.steps.find(({ stepId }) => stepId === around.id)?.each;
    const cardId = each && currentCard(each);
    if (!cardId) return { card, type: of.type, isRelated: false };
    const { findCards, getCardType } = this.#options.reads;
    const related = (await findCards(this.#orgId, [cardId])).get(cardId);
    const isFit = related?.trashedAt === null && related.typeId === around.relatedTypeId && (await isSeen(of.actor, related));
    if (isFit) return { card: related, type: await getCardType(this.#orgId, related.typeId), isRelated: true };
    const passed = withCardDone(around, run.steps, each, "skipped");
    return this.#passed(around, { ...run, steps: passed.results }, passed.each);
  }

  async #step(
    step: Step,
    run: Run,
    of: Acting & { readonly pauses: Pauses },
  ): Promise<{ run: Run; dueAt?: string } | { ended: Settled }> {
    const { clock, procedures } = this.#options;
    const startedAt = instant(clock);
    const known = run.steps.find(({ stepId }) => stepId === step.id);
    const finished = (state: "done" | "skipped", more: Parameters<typeof resultOf>[4]): { run: Run } => ({
      run: {
        ...run,
        state: "running",
        attempts: 0,
        steps: withResult(run.steps, resultOf(step.id, state, known?.startedAt ?? startedAt, clock, more)),
      },
    });
    if (step.kind === "wait") {
      const until = known?.until ?? after(clock.now(), step.wait, of.actor.membership.settings.timeZone);
      const isHeld = wasPaused(of.pauses, until);
      if (until <= startedAt) return finished("done", { until, ...(isHeld ? { message: "automations.late.paused" } : {}) });
      const waiting = resultOf(step.id, "waiting", startedAt, clock, { until });
      return { run: { ...run, state: "waiting", dueAt: until, steps: withResult(run.steps, waiting) }, dueAt: until };
    }
    // Read again for each step: the previous one may have changed the card, and a wait may have taken months.
    const card = (await this.#options.reads.findCards(this.#orgId, [run.cardId])).get(run.cardId);
    if (!card) return { ended: await of.end("skipped", this.#skipped(run, "automations.skipped.cardGone")) };
    if (!(await isSeen(of.actor, card)))
      return { ended: await of.end("skipped", this.#skipped(run, "automations.skipped.unseen")) };
    if (step.kind === "forEach") return this.#forEach(step, card, run, of);
    const target = await this.#target(step, card, run, of);
    if ("run" in target) return target;
    const ofCard = target.isRelated ? { cardId: target.card.id } : {};
    if (step.kind === "branch") return finished("done", { ...ofCard, met: await this.#meets(step.filter, target, run, of) });
    const outcome = await perform(step.action, target.card, target.type, {
      orgId: this.#orgId,
      actor: of.actor,
      publisherId: of.publisherId,
      clock,
      procedures,
      seed: [run.automationId, run.runId, step.id, ...Object.values(ofCard)].join("/"),
      at: Date.parse(run.startedAt),
      follows: { ...(run.recordId ? { recordId: run.recordId } : {}), depth: run.depth },
      values: async (language) => {
        const { runValues } = await import("./run-values.ts");
        return runValues(step, { run, definition: of.definition, type: of.type, actor: of.actor }, language);
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
    if (outcome.isDenied && run.number === of.automation.live?.number) await stopAutomation(of.automation, "rights", clock, run);
    const failed = resultOf(step.id, "failed", startedAt, clock, {
      ...ofCard,
      message,
      params,
      attempts: earlier + 1,
      ...(mendedAt ? { mendedAt } : {}),
    });
    return { ended: await of.end("failed", { ...run, attempts: 0, steps: withResult(run.steps, failed) }) };
  }
}

interface Target {
  readonly card: Card;
  readonly type: CardType;
  /** Whether it is a related card rather than the run's. */
  readonly isRelated: boolean;
}

interface Acting {
  readonly automation: StoredAutomation;
  readonly definition: Definition;
  readonly publisherId: UserId;
  readonly actor: Extract<Actor, { kind: "automation" }>;
  readonly type: CardType;
  readonly end: (state: "done" | "skipped" | "failed" | "canceled", run?: Run) => Promise<Settled>;
}
