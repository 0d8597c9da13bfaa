import { reportFailure } from "../../data/consumer.ts";
import { principalOf } from "../../kernel/actor.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { findPauses, presentPause } from "../pause/pauses.ts";
import { backoffAfter, nextStep } from "../rules.ts";
import type { Definition } from "../schema.ts";
import { findAutomation, getPublished, type StoredAutomation } from "../store.ts";
import { countStorm } from "./days.ts";
import { failureOf } from "./perform.ts";
import { publisherOf } from "./publisher.ts";
import { endRun, failedRun, findRun, type Run, saveRun, skippedRun, withResult } from "./runs.ts";
import { isSeen } from "./sight.ts";
import { type AutomationActor, type Ended, type StepOptions, Steps } from "./steps.ts";
import { stopAutomation } from "./stop.ts";
import type { OpenRun, Turn } from "./turn.ts";

/** Between the attempts to give up a run which cannot even be saved as failed. */
const hopelessMs = 86_400_000;

interface PassOptions extends StepOptions {
  /** Called whenever the run has got further. */
  readonly onProgress: () => void;
  /** No step starts after this, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** `dueAt`: when the run continues by itself; undefined if it has ended. `lost`: another process has the claim. `cut`: out of time. `paused`: all automations are. */
type Settled = { readonly dueAt: string | undefined; readonly errors?: number } | "lost" | "cut" | "paused";
const over = { dueAt: undefined } as const;

/** Executes a run until it waits or ends. */
export class Pass {
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
    const { clock } = this.#options;
    const run = await findRun(this.#orgId, automationId, runId);
    if (!run || (run.state !== "running" && run.state !== "waiting")) return over;
    const automation = await findAutomation(this.#orgId, automationId);
    const end = async (state: "done" | "skipped" | "failed" | "canceled", ended: Run = run) =>
      (await endRun(ended, state, automation, clock)) ? over : this.#superseded(ended);
    if (!automation) return end("canceled");
    const { definition, publishedBy } = await getPublished(this.#orgId, automationId, run.number);
    const acting = await this.#actorOf(automation, publishedBy, run);
    if ("isLapsed" in acting) {
      // Before the run ends: were this process to die in between, nobody would hear of it.
      await (await import("./lapse.ts")).noteLapse(this.#orgId, clock);
      return end("canceled", skippedRun(run, clock, "automations.canceled.plan"));
    }
    if ("refused" in acting) return end("failed", failedRun(run, clock, "start", acting.refused));
    const card = (await this.#options.reads.findCards(this.#orgId, [run.cardId])).get(run.cardId);
    const isGone = !card || (card.trashedAt !== null && definition.trigger.kind !== "cardDeleted");
    if (isGone) return end("skipped", skippedRun(run, clock, "automations.skipped.cardGone"));
    if (!(await isSeen(acting.actor, card))) return end("skipped", skippedRun(run, clock, "automations.skipped.unseen"));
    const type = await this.#options.reads.getCardType(this.#orgId, card.typeId);
    // Checked before the conditions are evaluated: they may be the problem.
    const [{ problemsOf }, { lookupsOf }] = await Promise.all([import("../check.ts"), import("../lookups.ts")]);
    const [problem] = await problemsOf(definition, type, this.#orgId, lookupsOf(this.#orgId, principalOf(acting.actor)));
    if (problem) {
      // If the run has an older version, the published one may be sound.
      if (run.number === automation.live?.number) await stopAutomation(automation, "broken", clock, run);
      const [part, stepId = "start"] = problem.path.split(".");
      const failure = { message: problem.message, params: problem.about ? { about: problem.about } : null };
      return end("failed", failedRun(run, clock, part === "steps" ? stepId : "start", failure));
    }
    const steps = new Steps(this.#orgId, { definition, publisherId: publishedBy, actor: acting.actor, type }, this.#options);
    const isFirst = run.steps.length === 0;
    if (isFirst && definition.filter && !(await steps.meets(definition.filter, { card, type, isRelated: false }, run)))
      return end("skipped", skippedRun(run, clock, "automations.skipped.filter"));
    const isPresent = run.number === automation.live?.number;
    const last = await this.#take(steps, run, definition);
    if (typeof last === "string" || !("ended" in last)) return last;
    // What is left of a storm must not stop an automation that was published or switched on again since.
    if (last.isStorm && isPresent && run.startedAt >= (automation.onSince ?? ""))
      await stopAutomation(automation, "storm", clock, last.run);
    if (last.isDenied && isPresent) await stopAutomation(automation, "rights", clock, last.run);
    return end(last.ended, last.run);
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
    const { clock } = this.#options;
    const [run, automation] = await Promise.all([
      findRun(this.#orgId, automationId, runId),
      findAutomation(this.#orgId, automationId),
    ]);
    if (!run || (run.state !== "running" && run.state !== "waiting")) return over;
    const failed = failedRun(run, clock, "start", { message: "errors.INTERNAL_SERVER_ERROR.message", params: null });
    return (await endRun(failed, "failed", automation, clock)) ? over : "lost";
  }

  /** The run was changed concurrently. If it was canceled, its last step's result is still saved; otherwise another process is executing it. */
  async #superseded(run: Run): Promise<Settled> {
    const current = await findRun(this.#orgId, run.automationId, run.runId);
    if (current?.state !== "canceled") return "lost";
    const done = run.steps.filter(({ state }) => state === "done" || state === "failed");
    await saveRun({ ...current, steps: done.reduce(withResult, current.steps) }, this.#options.clock);
    return over;
  }

  /** The publisher with their present rights. If they may no longer update automations, the automation is switched off. */
  async #actorOf(
    automation: StoredAutomation,
    userId: UserId,
    run: Run,
  ): Promise<
    { readonly actor: AutomationActor } | { readonly refused: ReturnType<typeof failureOf> } | { readonly isLapsed: true }
  > {
    const { clock } = this.#options;
    const publisher = await publisherOf(automation, userId, clock);
    if ("actor" in publisher) return publisher;
    if (publisher.isLapsed) return { isLapsed: true };
    const refused = failureOf(publisher.refused);
    // The published version may have another publisher than the run's.
    if (refused.isDenied && automation.live?.publishedBy === userId) await stopAutomation(automation, "rights", clock, run);
    return { refused };
  }

  /** Whether the run counts towards a storm now: for its first attempt at its first step, and so only if its conditions are met. */
  #startsNow({ mayStorm, steps, failedAttempts }: Run): boolean {
    return mayStorm === true && steps.length + failedAttempts.length + (this.#open.errors ?? 0) === 0;
  }

  /** Takes the run's next steps, and saves it after each. @returns the run to end as its last step says, or why it stops for now */
  async #take(steps: Steps, from: Run, { steps: all }: Definition): Promise<Settled | Ended> {
    const { clock, endsAt } = this.#options;
    let run = from;
    let isCounted = !this.#startsNow(from);
    for (;;) {
      const step = nextStep(all, run.steps);
      if (!step) return { ended: "done", run };
      if (clock.now() >= endsAt) return "cut";
      if (!(await this.#turn.renew())) return "lost";
      const pauses = await findPauses(this.#orgId);
      if (presentPause(pauses)) return "paused";
      if (!isCounted && (await countStorm(this.#orgId, run.automationId, Date.parse(run.startedAt))))
        return { ended: "skipped", run: skippedRun(run, clock, "automations.skipped.storm"), isStorm: true };
      isCounted = true;
      const taken = await steps.take(step, run, pauses);
      if ("ended" in taken) return taken;
      // The result of the last step is saved with the end of the run.
      if (taken.dueAt === undefined && !nextStep(all, taken.run.steps)) return { ended: "done", run: taken.run };
      const saved = await saveRun(taken.run, clock);
      if (!saved) return this.#superseded(taken.run);
      run = saved;
      this.#options.onProgress();
      if (taken.dueAt !== undefined) return { dueAt: taken.dueAt };
    }
  }
}
