import * as z from "zod";
import { commit, put, systemContext } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type CardId, isId, type OrgId } from "../../kernel/id.ts";
import { runEntity, type RunItem, shardOf } from "../entity.ts";
import { type AutomationId, type RunId, type RunState, type StepResult, stepStates } from "../schema.ts";
import { automationChange, type StoredAutomation } from "../store.ts";
import { countRun } from "./days.ts";

/** A run as it is stored. */
export interface Run extends Omit<RunItem, "orgId" | "automationId" | "runId" | "cardId" | "steps"> {
  readonly orgId: OrgId;
  readonly automationId: AutomationId;
  readonly runId: RunId;
  readonly cardId: CardId;
  readonly steps: readonly StepResult[];
}

const Results: z.ZodType<readonly StepResult[]> = z.array(
  z.object({
    stepId: z.string(),
    state: z.enum(stepStates),
    startedAt: z.string(),
    endedAt: z.string(),
    attempts: z.number(),
    recordId: z.string().nullable(),
    subjectId: z.string().nullable(),
    met: z.boolean().nullable(),
    until: z.string().nullable(),
    message: z.string().nullable(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
  }),
);

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
  };
}

/** The run, strongly consistent. */
export async function findRun(orgId: OrgId, automationId: AutomationId, runId: RunId): Promise<Run | undefined> {
  const { data } = await runEntity()
    .get({ orgId, shard: shardOf(automationId), automationId, runId })
    .go({ consistent: true });
  return data ? runOf(data) : undefined;
}

/** The run over the version it is based on. */
export const runOver = (run: Run) =>
  runEntity()
    .put({ ...run, steps: [...run.steps], version: run.version + 1 })
    .where((attribute, { eq }) => eq(attribute.version, run.version));

/** A result of a step without what it has not. */
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

/** The results with this one in its step's place, or after the others. */
export const withResult = (results: readonly StepResult[], result: StepResult): StepResult[] => {
  const others = results.filter(({ stepId }) => stepId !== result.stepId);
  return [...others, result];
};

/** Saves what a run has come to. @returns as it is stored now; undefined if somebody has changed it meanwhile */
export async function saveRun(run: Run): Promise<Run | undefined> {
  try {
    await runOver(run).go();
    return { ...run, version: run.version + 1 };
  } catch (error) {
    if (isFailedCondition(error)) return undefined;
    throw error;
  }
}

/** Ends a run. A failure has a record, from which the publisher is notified. @returns false if somebody has changed it meanwhile */
export async function endRun(
  run: Run,
  state: Extract<RunState, "done" | "skipped" | "failed" | "canceled">,
  automation: Pick<StoredAutomation, "id" | "typeId" | "version" | "name" | "live"> | undefined,
  clock: Clock,
): Promise<boolean> {
  const { dueAt: _, ...rest } = run;
  const ended: Run = { ...rest, state, endedAt: instant(clock) };
  if (state === "failed" && automation) {
    const { cardId, runId, recordId, orgId, depth } = run;
    const about = { cardId, runId, name: automation.name, publishedBy: automation.live?.publishedBy ?? null };
    const change = automationChange("automation.fail", automation, null, about);
    const write = put(runOver(ended).params(), () => new KartisError("CONFLICT"));
    try {
      await commit({ ...systemContext(orgId, "automations", clock, recordId), depth }, () =>
        Promise.resolve({ writes: [write], records: [{ changes: [change] }], result: undefined }),
      );
    } catch (error) {
      if (error instanceof KartisError && error.code === "CONFLICT") return false;
      throw error;
    }
  } else if (!(await saveRun(ended))) return false;
  if (state !== "skipped") await countRun(run.orgId, run.automationId, state === "failed", clock);
  return true;
}
