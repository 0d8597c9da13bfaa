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
import { after, nextStep, backoffAfter } from "../rules.ts";
import type { Definition, Step } from "../schema.ts";
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
  /** No step starts later than this after the invocation, so that the Lambda's timeout interrupts none. */
  readonly runMs: number;
}

/**
 * Executes a card's due runs one at a time, in the order of the events that started them. A claim admits one such process per card; a second one returns at once.
 * Each step is saved before the next starts, so an interrupted run resumes there.
 */
export async function runCard(orgId: OrgId, cardId: CardId, { clock, procedures, reads, runMs }: RunOptions): Promise<void> {
  const endsAt = clock.now() + runMs;
  const turn = await Turn.take(orgId, cardId, clock);
  if (!turn) return;
  for (;;) {
    const open = await turn.next();
    if (!open) {
      if (await turn.end()) return;
      continue;
    }
    const pass = new Pass(orgId, open, turn, { clock, procedures, reads, endsAt });
    const settled = await pass.run().catch((error: unknown) => postponed(error, clock));
    if (settled === "lost") return;
    if (settled === "cut") {
      await turn.leave();
      return enqueueCard(orgId, cardId);
    }
    if (!(await turn.settle(open, settled.dueAt))) return;
  }
}

/** An unexpected error delays one run, not the card's others. */
function postponed(error: unknown, clock: Clock): Settled {
  reportFailure("automations-on-executed", error);
  return { dueAt: new Date(clock.now() + unexpectedBackoffMs).toISOString() };
}
const unexpectedBackoffMs = 60_000;

interface PassOptions extends Pick<RunOptions, "clock" | "procedures" | "reads"> {
  readonly endsAt: number;
}

/** `dueAt`: when the run continues by itself; undefined if it has ended. `lost`: another process has the claim. `cut`: out of time. */
type Settled = { readonly dueAt: string | undefined } | "lost" | "cut";
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
    if (run.steps.length === 0 && definition.filter && !(await this.#meets(definition.filter, card, run, of)))
      return end("skipped", this.#skipped(run, "automations.skipped.filter"));
    return this.#steps(run, of);
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
      const taken = await this.#step(step, run, of);
      if ("ended" in taken) return taken.ended;
      const saved = await saveRun(taken.run, clock);
      if (!saved) return this.#superseded(taken.run);
      run = saved;
      if (taken.dueAt !== undefined) return { dueAt: taken.dueAt };
    }
  }

  async #meets(filter: Filter, card: Card, run: Run, { definition, publisherId, actor, type }: Acting): Promise<boolean> {
    const { clock } = this.#options;
    const { meets } = await import("./facts.ts");
    const event = async () => (await import("./event.ts")).eventOf({ run, definition, actor });
    return meets(filter, { card, type, actor, publisherId, clock, event });
  }

  async #step(step: Step, run: Run, of: Acting): Promise<{ run: Run; dueAt?: string } | { ended: Settled }> {
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
      if (until <= startedAt) return finished("done", { until });
      const waiting = resultOf(step.id, "waiting", startedAt, clock, { until });
      return { run: { ...run, state: "waiting", dueAt: until, steps: withResult(run.steps, waiting) }, dueAt: until };
    }
    // Read again for each step: the previous one may have changed the card, and a wait may have taken months.
    const card = (await this.#options.reads.findCards(this.#orgId, [run.cardId])).get(run.cardId);
    if (!card) return { ended: await of.end("skipped", this.#skipped(run, "automations.skipped.cardGone")) };
    if (!(await isSeen(of.actor, card)))
      return { ended: await of.end("skipped", this.#skipped(run, "automations.skipped.unseen")) };
    if (step.kind === "branch") return finished("done", { met: await this.#meets(step.filter, card, run, of) });
    const outcome = await perform(step.action, card, of.type, {
      orgId: this.#orgId,
      actor: of.actor,
      publisherId: of.publisherId,
      clock,
      procedures,
      seed: `${run.automationId}/${run.runId}/${step.id}`,
      at: Date.parse(run.startedAt),
      follows: { ...(run.recordId ? { recordId: run.recordId } : {}), depth: run.depth },
      values: async (language) => {
        const { runValues } = await import("./run-values.ts");
        return runValues(step, { run, definition: of.definition, type: of.type, actor: of.actor }, language);
      },
    });
    const attempts = run.attempts + 1;
    const earlier = run.failedAttempts.filter(({ stepId }) => stepId === step.id).length;
    if (outcome.state !== "failed") return finished(outcome.state, { ...outcome, state: outcome.state, attempts: earlier + 1 });
    const { message, params, mendedAt } = outcome;
    const backoff = outcome.isTransient ? backoffAfter(attempts) : undefined;
    if (backoff !== undefined) {
      const dueAt = new Date(clock.now() + backoff).toISOString();
      const attempt = { stepId: step.id, startedAt, endedAt: instant(clock), message, params, retriedBy: null };
      return { run: { ...withFailedAttempt(run, attempt), state: "waiting", attempts, dueAt }, dueAt };
    }
    if (outcome.isDenied && run.number === of.automation.live?.number) await stopAutomation(of.automation, "rights", clock, run);
    const failed = resultOf(step.id, "failed", startedAt, clock, {
      message,
      params,
      attempts: earlier + 1,
      ...(mendedAt ? { mendedAt } : {}),
    });
    return { ended: await of.end("failed", { ...run, attempts: 0, steps: withResult(run.steps, failed) }) };
  }
}

interface Acting {
  readonly automation: StoredAutomation;
  readonly definition: Definition;
  readonly publisherId: UserId;
  readonly actor: Extract<Actor, { kind: "automation" }>;
  readonly type: CardType;
  readonly end: (state: "done" | "skipped" | "failed" | "canceled", run?: Run) => Promise<Settled>;
}
