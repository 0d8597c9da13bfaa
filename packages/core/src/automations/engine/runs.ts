import * as z from "zod";
import { commit, put, systemContext, type Write } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import type { Change } from "../../data/journal.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CardId, isId, type OrgId } from "../../kernel/id.ts";
import { runEntity, type RunItem, shardOf } from "../entity.ts";
import { type EachResult, type FailedAttempt, type RunId, type RunState, type StepResult, stepStates } from "../run-schema.ts";
import type { AutomationId } from "../schema.ts";
import { automationChange, type StoredAutomation } from "../store.ts";
import { type Counted, countWrite } from "./days.ts";

/** A run as it is stored. */
export interface Run extends Omit<
  RunItem,
  "orgId" | "automationId" | "runId" | "cardId" | "steps" | "failedAttempts" | "counted"
> {
  readonly orgId: OrgId;
  readonly automationId: AutomationId;
  readonly runId: RunId;
  readonly cardId: CardId;
  readonly steps: readonly StepResult[];
  readonly failedAttempts: readonly FailedAttempt[];
  readonly counted?: Counted | undefined;
}

const reason = {
  message: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
};
const EachSchema: z.ZodType<EachResult> = z.object({
  cardIds: z.array(idSchema("crd")),
  left: z.number(),
  done: z.array(
    z.object({
      cardId: idSchema("crd"),
      state: z.enum(["done", "skipped"]),
      made: z.array(z.string()).optional(),
      recordIds: z.array(z.string()).optional(),
      message: z.string().optional(),
    }),
  ),
});
const Results: z.ZodType<readonly StepResult[]> = z.array(
  z.object({
    stepId: z.string(),
    cardId: idSchema("crd").optional(),
    each: EachSchema.optional(),
    state: z.enum(stepStates),
    startedAt: z.string(),
    endedAt: z.string(),
    attempts: z.number(),
    recordId: z.string().nullable(),
    subjectId: z.string().nullable(),
    met: z.boolean().nullable(),
    until: z.string().nullable(),
    notified: z.array(z.string()).optional(),
    answer: z.record(z.string(), z.string()).optional(),
    mendedAt: z.string().optional(),
    ...reason,
  }),
);
const Attempts: z.ZodType<readonly FailedAttempt[]> = z.array(
  z.object({
    stepId: z.string(),
    cardId: idSchema("crd").optional(),
    startedAt: z.string(),
    endedAt: z.string(),
    retriedBy: idSchema("usr").nullable(),
    ...reason,
  }),
);
const CountedSchema: z.ZodType<Counted> = z.object({
  day: z.string(),
  as: z.enum(["waiting", "done", "skipped", "failed", "canceled"]),
});

export function runOf(item: RunItem): Run {
  const { orgId, automationId, runId, cardId } = item;
  if (!isId("org", orgId) || !isId("crd", cardId)) throw new Error(`Not a run: ${runId}`);
  return {
    ...item,
    orgId,
    cardId,
    automationId: idSchema("aut").parse(automationId),
    runId: idSchema("run").parse(runId),
    steps: Results.parse(item.steps),
    failedAttempts: Attempts.parse(item.failedAttempts ?? []),
    counted: item.counted === undefined ? undefined : CountedSchema.parse(item.counted),
  };
}

/** Strongly consistent. */
export async function findRun(orgId: OrgId, automationId: AutomationId, runId: RunId): Promise<Run | undefined> {
  const { data } = await runEntity()
    .get({ orgId, shard: shardOf(automationId), automationId, runId })
    .go({ consistent: true });
  return data ? runOf(data) : undefined;
}

/** Replaces the version that the run is based on. */
export const runUpdate = (run: Run) =>
  runEntity()
    .put({ ...run, steps: [...run.steps], failedAttempts: [...run.failedAttempts], version: run.version + 1 })
    .where((attribute, { eq }) => eq(attribute.version, run.version));

/** A step's result; values that are not given are null. */
export const resultOf = (
  stepId: string,
  state: StepResult["state"],
  startedAt: string,
  clock: Clock,
  more: Partial<StepResult> = {},
): StepResult => ({
  stepId,
  state,
  startedAt,
  endedAt: instant(clock),
  attempts: 1,
  recordId: null,
  subjectId: null,
  met: null,
  until: null,
  message: null,
  params: null,
  ...more,
});

/** Appends the result, replacing an earlier one of the same step. */
export const withResult = (results: readonly StepResult[], result: StepResult): StepResult[] => {
  const others = results.filter(({ stepId }) => stepId !== result.stepId);
  return [...others, result];
};

/** The run with the reason why it does nothing. */
export const skippedRun = (run: Run, clock: Clock, message: string): Run => ({
  ...run,
  steps: withResult(run.steps, resultOf("start", "skipped", instant(clock), clock, { message })),
});

/** The run with the reason why it failed, at a step or at its `start`. */
export const failedRun = (
  run: Run,
  clock: Clock,
  stepId: string,
  { message, params }: Pick<StepResult, "message" | "params">,
): Run => ({ ...run, steps: withResult(run.steps, resultOf(stepId, "failed", instant(clock), clock, { message, params })) });

/** Failed attempts kept per run; the oldest are dropped. */
const keptAttempts = 50;

/** Adds a failed attempt that will be retried. */
export const withFailedAttempt = (run: Run, attempt: FailedAttempt): Run => ({
  ...run,
  failedAttempts: [...run.failedAttempts, attempt].slice(-keptAttempts),
});

/**
 * Prepares a run for saving. @returns the run with its new `counted`, and the write that moves it in the figures, which belongs in the same transaction; undefined
 * if they count it already
 */
export function withCount(
  run: Run,
  clock: Clock,
): { readonly run: Run; readonly count: ((attempt: number) => Write) | undefined } {
  const { state, counted: before } = run;
  // A running run keeps its last count: none yet, waiting, or failed.
  if (state === "running" || state === before?.as) return { run, count: undefined };
  const counted = { day: before?.day ?? instant(clock).slice(0, 10), as: state };
  return { run: { ...run, counted }, count: (attempt) => countWrite(run, before, counted, clock, attempt) };
}

/** Saves a run, with the figures if its state has changed. @returns the run as stored; undefined if it was changed concurrently */
export async function saveRun(given: Run, clock: Clock, changes: readonly Change[] = []): Promise<Run | undefined> {
  const { run, count } = withCount(given, clock);
  const { orgId, recordId, depth } = run;
  const stored = { ...run, version: run.version + 1 };
  try {
    if (!count && changes.length === 0) {
      await runUpdate(run).go();
      return stored;
    }
    let attempt = 0;
    await commit({ ...systemContext(orgId, "automations", clock, recordId), depth }, () => {
      const write = put(runUpdate(run).params(), () => new KartisError("CONFLICT"));
      const writes = [write, ...(count ? [count(++attempt)] : [])];
      return Promise.resolve({ writes, records: changes.length > 0 ? [{ changes }] : [], result: undefined, isSpread: true });
    });
    return stored;
  } catch (error) {
    if (isFailedCondition(error) || (error instanceof KartisError && error.code === "CONFLICT")) return undefined;
    throw error;
  }
}

/** Ends a run. A failure is recorded, which notifies the publisher. @returns false if the run was changed concurrently */
export async function endRun(
  run: Run,
  state: Extract<RunState, "done" | "skipped" | "failed" | "canceled">,
  automation: Pick<StoredAutomation, "id" | "typeId" | "version" | "name" | "live"> | undefined,
  clock: Clock,
): Promise<boolean> {
  const { dueAt: _, ...rest } = run;
  const done: Run = { ...rest, state, endedAt: instant(clock) };
  const { cardId, runId } = run;
  const about = { cardId, runId, name: automation?.name, publishedBy: automation?.live?.publishedBy ?? null };
  const failure = state === "failed" && automation ? [automationChange("automation.fail", automation, null, about)] : [];
  return (await saveRun(done, clock, failure)) !== undefined;
}
