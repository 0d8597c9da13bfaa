import { getCard, getCardType, scopeOf } from "../cards/index.ts";
import { commit, commitContextOf, put } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { fitsName } from "../kernel/fold.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { keptFiguresOf } from "./engine/days.ts";
import { findRun, type Run, runOf, runUpdate, withCount, withFailedAttempt } from "./engine/runs.ts";
import { isPressable } from "./engine/pressable.ts";
import { isLive, requireRoom, startRun } from "./engine/start.ts";
import { turnWith, turnWithout } from "./engine/turn.ts";
import { runEntity, shardOf } from "./entity.ts";
import { namesFor } from "./queries.ts";
import { requireUnpaused } from "./pause/pauses.ts";
import { allSteps, pathOf } from "./rules.ts";
import {
  AgainInput,
  type AutomationRun,
  type AutomationRunDetails,
  type RunId,
  type RunList,
  RunRef,
  RunsInput,
  type RunState,
  type StepResult,
} from "./run-schema.ts";
import { type AutomationId, type Definition, PressInput } from "./schema.ts";
import { readable, readableRun } from "./secrets.ts";
import { attempt } from "./trial.ts";
import { automationChange, getAutomation, getPublished, type StoredAutomation } from "./store.ts";

type Shown = Pick<AutomationRun, "cardName" | "isCardDeleted" | "undelivered">;

const shownRun = (run: Run, shown: Shown, { steps }: Definition): AutomationRun => ({
  id: run.runId,
  automationId: run.automationId,
  version: run.number,
  state: run.state,
  cardId: run.cardId,
  ...shown,
  startedAt: run.startedAt,
  endedAt: run.endedAt ?? null,
  plannedAt: run.plannedAt ?? null,
  taskId: run.taskId ?? null,
  dueAt: run.dueAt ?? null,
  attempts: run.attempts,
  recordId: run.recordId ?? null,
  steps: run.steps,
  pathLength: pathOf(steps, run.steps).length,
  failedAttempts: run.failedAttempts,
});

/** The list does not show answers. */
const withoutAnswers = (run: Run): Run => ({ ...run, steps: run.steps.map(({ answer: _, ...step }) => step) });

/** Runs older than the cursor, newest first. */
async function runsBefore(
  orgId: OrgId,
  automationId: AutomationId,
  state: RunState | undefined,
  cursor: string | undefined,
  count: number,
) {
  const query = runEntity().query.main({ orgId, shard: shardOf(automationId), automationId });
  const before = cursor === undefined ? query : query.lt({ runId: cursor });
  const filtered = state === undefined ? before : before.where((attribute, { eq }) => eq(attribute.state, state));
  const { data } = await filtered.go({ consistent: true, order: "desc", count });
  return data.map(runOf);
}

/** Batch size of a search: card names are not stored with runs, so each batch is joined with them. */
const searchedAtOnce = 200;
const searchedPerCall = 1_000;

const list = procedure({
  name: "automations.runs",
  kind: "query",
  input: RunsInput,
  can: ["AUTOMATION", "read"],
  asksReplica: true,
  /** Newest first, of the last 90 days. A search may return short or empty pages before the end; `nextCursor` is null only at the end. */
  async run({ automationId, state, search = "", cursor, limit }, context): Promise<RunList> {
    const { orgId } = context.principal;
    await getAutomation(orgId, automationId);
    // Lazy: only these procedures need it, and the API's bundle has a budget.
    const { undeliveredIn } = await import("./run-details.ts");
    const wanted = search.trim();
    const size = wanted ? searchedAtOnce : limit;
    const found: AutomationRun[] = [];
    const definitions = new Map<number, Promise<Definition>>();
    const definitionOf = (version: number): Promise<Definition> => {
      const known = definitions.get(version) ?? getPublished(orgId, automationId, version).then(({ definition }) => definition);
      definitions.set(version, known);
      return known;
    };
    let from = cursor;
    let last: RunId | undefined;
    let isEnd = false;
    for (let searched = 0; !isEnd && found.length < limit && searched < (wanted ? searchedPerCall : size); searched += size) {
      const runs: readonly Run[] = await runsBefore(orgId, automationId, state, from, size + 1);
      const { names, isDeleted } = await namesFor(
        context,
        runs.map(({ cardId }) => cardId),
      );
      const undelivered = await undeliveredIn(runs, context);
      isEnd = runs.length <= size;
      for (const run of runs.slice(0, size)) {
        if (found.length === limit) {
          isEnd = false;
          break;
        }
        from = last = run.runId;
        const cardName = names[run.cardId]?.name ?? null;
        if (!wanted || (cardName !== null && fitsName(cardName, wanted)))
          found.push(
            shownRun(
              readableRun(withoutAnswers(run), context.principal),
              { cardName, isCardDeleted: isDeleted(run.cardId), undelivered: undelivered(run) },
              await definitionOf(run.number),
            ),
          );
      }
    }
    return { runs: found, figures: await keptFiguresOf(orgId, automationId), nextCursor: isEnd ? null : (last ?? null) };
  },
});

/** Throws NOT_FOUND. */
async function getRun(
  { principal: { orgId } }: OrgContext,
  { automationId, runId }: { automationId: `aut_${string}`; runId: RunId },
): Promise<Run> {
  await getAutomation(orgId, automationId);
  const run = await findRun(orgId, automationId, runId);
  if (!run) throw new KartisError("NOT_FOUND");
  return run;
}

const get = procedure({
  name: "automations.run",
  kind: "query",
  input: RunRef,
  can: ["AUTOMATION", "read"],
  asksReplica: true,
  /** With what its steps created and changed, as far as the caller may see it. */
  async run(ref, context): Promise<AutomationRunDetails> {
    const run = await getRun(context, ref);
    const { detailsOf } = await import("./run-details.ts");
    const { orgId } = context.principal;
    const [automation, { definition }, details] = await Promise.all([
      getAutomation(orgId, run.automationId),
      getPublished(orgId, run.automationId, run.number),
      detailsOf(run, context),
    ]);
    const retryVersion = retriedVersion(run, automation);
    // Answers are about the card: whoever may not see it does not see them.
    const seen = details.cardName === null ? withoutAnswers(run) : run;
    const shown = { ...shownRun(readableRun(seen, context.principal), details, definition), ...details };
    return { ...shown, definition: readable(definition, context.principal), retryVersion };
  },
});

const press = procedure({
  name: "automations.press",
  kind: "mutation",
  input: PressInput,
  can: ["CARDS", "update"],
  plan: "automation",
  /** Starts an automation by its button, on a card that the caller may change. Idempotent for the same `runId`. */
  async run({ automationId, cardId, runId: given }, context): Promise<{ runId: RunId }> {
    const { principal, clock, once } = context;
    const { orgId } = principal;
    const [automation, card] = await Promise.all([
      getAutomation(orgId, automationId),
      getCard(orgId, await scopeOf(context), cardId),
    ]);
    if (!isLive(automation) || automation.typeId !== card.typeId || card.trashedAt !== null) throw new KartisError("NOT_FOUND");
    const { trigger } = automation.live.definition;
    if (trigger.kind !== "buttonClicked") throw new KartisError("NOT_FOUND");
    await requireUnpaused(orgId);
    if (!(await isPressable(automation, card, await getCardType(orgId, card.typeId), context)))
      throw new KartisError("CONFLICT", { messageKey: "automations.skipped.filter" });
    const runId = given ?? once?.newId("run") ?? newId("run", clock.now());
    const startedBy = principal.userId ? { startedBy: principal.userId } : {};
    await startRun(automation, { runId, cardId, depth: 1, ...startedBy }, commitContextOf(context), clock);
    return { runId };
  },
});

const attemptOf = ({ stepId, cardId, startedAt, endedAt, message, params }: StepResult) => ({
  stepId,
  ...(cardId ? { cardId } : {}),
  startedAt,
  endedAt,
  message,
  params,
});

/** The published version if it has all of the run's steps, otherwise the version that the run started with. */
function retriedVersion({ number, steps }: Run, { live }: StoredAutomation): number {
  if (!live) return number;
  const known = new Set(["start", ...allSteps(live.definition.steps).map(({ id }) => id)]);
  return steps.every(({ stepId }) => known.has(stepId)) ? live.number : number;
}

const retry = procedure({
  name: "automations.retry",
  kind: "mutation",
  input: RunRef,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /**
   * Resumes a failed run at the failed step, in the published version, so that a fix takes effect; if that version no longer has all of the run's steps, in the
   * version it started with. Throws CONFLICT if the run has not failed.
   */
  async run(ref, context): Promise<{ ok: true }> {
    const { orgId, userId } = context.principal;
    const { clock } = context;
    await commit(commitContextOf(context), async (at) => {
      const [automation, run] = await Promise.all([getAutomation(orgId, ref.automationId), getRun(context, ref)]);
      if (run.state !== "failed") throw new KartisError("CONFLICT", { messageKey: "automations.problem.notFailed" });
      const { endedAt: _, ...rest } = run;
      const steps = run.steps.filter(({ state }) => state !== "failed");
      const failed = run.steps.find(({ state }) => state === "failed");
      const number = retriedVersion(run, automation);
      const again: Run = { ...rest, number, state: "running", dueAt: at, steps, attempts: 0 };
      const next = failed ? withFailedAttempt(again, { ...attemptOf(failed), retriedBy: userId }) : again;
      const { automationId, runId, cardId } = run;
      const turn = await turnWith(orgId, cardId, { automationId, runId, dueAt: instant(clock) }, (runs) =>
        requireRoom(runs, automationId),
      );
      const change = automationChange("automation.execute", automation, null, { cardId, runId });
      return { writes: [put(runUpdate(next).params(), "stale"), turn], records: [{ changes: [change] }], result: undefined };
    });
    return { ok: true };
  },
});

const again = procedure({
  name: "automations.again",
  kind: "mutation",
  input: AgainInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /**
   * Starts a new run of the published version for what started one that has ended: the same event on the same card, whose conditions are evaluated as it is now.
   * Idempotent for the same `newRunId`. Throws CONFLICT if that run has not ended, or the automation is off.
   */
  async run({ newRunId, ...ref }, context): Promise<{ runId: RunId }> {
    const { principal, clock, once } = context;
    const [automation, run] = await Promise.all([getAutomation(principal.orgId, ref.automationId), getRun(context, ref)]);
    if (run.state === "running" || run.state === "waiting")
      throw new KartisError("CONFLICT", { messageKey: "automations.problem.notOver" });
    if (!isLive(automation)) throw new KartisError("CONFLICT", { messageKey: "automations.problem.isOff" });
    await requireUnpaused(principal.orgId);
    const runId = newRunId ?? once?.newId("run") ?? newId("run", clock.now());
    const { cardId, recordId, taskId, plannedAt } = run;
    const started = {
      ...(recordId ? { recordId } : {}),
      ...(taskId ? { taskId } : {}),
      ...(plannedAt ? { plannedAt } : {}),
      ...(principal.userId ? { startedBy: principal.userId } : {}),
    };
    await startRun(automation, { runId, cardId, depth: 1, ...started }, commitContextOf(context), clock);
    return { runId };
  },
});

const cancel = procedure({
  name: "automations.cancel",
  kind: "mutation",
  input: RunRef,
  can: ["AUTOMATION", "update"],
  plan: "any",
  /** Cancels an open run. Throws CONFLICT if it has ended. */
  async run(ref, context): Promise<{ ok: true }> {
    const { clock } = context;
    const { orgId } = context.principal;
    let attempt = 0;
    await commit(commitContextOf(context), async (at) => {
      attempt++;
      const [automation, run] = await Promise.all([getAutomation(orgId, ref.automationId), getRun(context, ref)]);
      if (run.state !== "waiting" && run.state !== "running")
        throw new KartisError("CONFLICT", { messageKey: "automations.problem.over" });
      const { dueAt: _, ...rest } = run;
      const change = automationChange("automation.update", automation, null, {
        cardId: run.cardId,
        runId: run.runId,
        canceled: true,
      });
      const { run: next, count } = withCount({ ...rest, state: "canceled", endedAt: at }, clock);
      const counts = count ? [count(attempt)] : [];
      const writes = [put(runUpdate(next).params(), "stale"), ...(await turnWithout(orgId, run, clock)), ...counts];
      return { writes, records: [{ changes: [change] }], result: undefined, isSpread: true };
    });
    return { ok: true };
  },
});

export const runProcedures = [list, get, press, retry, again, cancel, attempt] as const;
