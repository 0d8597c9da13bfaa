import { getCardType } from "../../cards/index.ts";
import { commitContextOf } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OperationId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findOperation, startOperation, starterOf } from "../../operations/index.ts";
import { requireSound } from "../changes.ts";
import { countSimulation } from "../engine/days.ts";
import { namesFor } from "../queries.ts";
import { definitionIn, getAutomation } from "../store.ts";
import { keptHours, SimulateInput, simulationOperation, SimulationRef, type SimulationPage } from "./schema.ts";
import { storedResult, storedRuns } from "./stored.ts";
import { dayMs } from "../../kernel/time-units.ts";

const simulate = procedure({
  name: "automations.simulate",
  kind: "mutation",
  input: SimulateInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /**
   * Starts a simulation: what the versions would have done over the last days, for the cards in the caller's scope and with the caller's rights. Nothing is changed
   * or sent. Throws INVALID_INPUT listing the problems, CONFLICT without a published version, and
   * TOO_MANY_REQUESTS after thirty of the organization's in ten minutes.
   */
  async run({ automationId, versions, days, timeZone }, context): Promise<{ operationId: OperationId }> {
    const starter = starterOf(context);
    const { orgId } = context.principal;
    const automation = await getAutomation(orgId, automationId);
    const { typeId } = automation;
    await getCardType(orgId, typeId);
    const definitions = versions.map((version) => ({ version, definition: definitionIn(automation, version) }));
    for (const { definition } of definitions) {
      await requireSound(orgId, definition, typeId, context.principal);
    }
    await countSimulation(orgId, context.clock);
    const nowMs = context.clock.now();
    const [from, until] = [new Date(nowMs - days * dayMs).toISOString(), new Date(nowMs).toISOString()];
    const job = { automationId, typeId, definitions, from, until, ...(timeZone ? { timeZone } : {}) };
    return { operationId: await startOperation(commitContextOf(context), simulationOperation, job, starter) };
  },
});

const result = procedure({
  name: "automations.simulation",
  kind: "query",
  input: SimulationRef,
  can: ["AUTOMATION", "update"],
  asksReplica: true,
  /** A page of a finished simulation, newest runs first, for whoever started it, for a day. Runs on cards that the caller no longer sees have no content. */
  async run({ operationId, cursor }, context): Promise<SimulationPage> {
    const { orgId, userId } = context.principal;
    const operation = await findOperation(orgId, operationId);
    const isKept = operation && context.clock.now() - Date.parse(operation.createdAt) < keptHours * 3_600_000;
    const isOwn = operation?.kind === "simulation" && operation.userId === userId && operation.state === "done";
    const [stored, runs] = isKept && isOwn ? await Promise.all([storedResult(operation), storedRuns(operation, cursor)]) : [];
    if (!stored || !runs) throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
    const related = runs.flatMap(({ steps }) => steps.flatMap(({ card }) => card?.id ?? []));
    const { names } = await namesFor(context, [...runs.map(({ cardId }) => cardId), ...related]);
    const shown = runs.map((run) => {
      const cardName = run.newCard ?? names[run.cardId]?.name ?? null;
      if (cardName === null) return { ...run, cardName, steps: [] };
      // Related cards that only the simulation created have nobody to hide them from.
      return { ...run, cardName, steps: run.steps.filter(({ card }) => card === null || card.isNew || card.id in names) };
    });
    return { ...stored, runs: shown, nextCursor: cursor < stored.pages ? cursor + 1 : null };
  },
});

export const simulationProcedures = [simulate, result] as const;
