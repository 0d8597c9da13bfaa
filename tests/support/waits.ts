import { enqueueCard } from "@kartis/core/automations/engine/queue.ts";
import { turnEntity, runEntity, shardOf } from "@kartis/core/automations/entity.ts";
import { findTurn, openRunsOf } from "@kartis/core/automations/engine/turn.ts";
import { runOf } from "@kartis/core/automations/engine/runs.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";

/** Lets the waits of an automation's runs end now instead of in days, and asks the engine for their cards as the sweep would. */
export async function endWaits(orgId: string, automationId: string): Promise<void> {
  const dueAt = new Date(Date.now() - 1).toISOString();
  const { data } = await runEntity()
    .query.main({ orgId, shard: shardOf(automationId), automationId })
    .go({ consistent: true });
  for (const run of data.map(runOf)) {
    if (run.state !== "waiting") continue;
    const steps = run.steps.map((step) => (step.state === "waiting" ? { ...step, until: dueAt } : step));
    await runEntity().patch(run).set({ steps, dueAt }).go();
    const turn = await findTurn(run.orgId, run.cardId);
    if (!turn) continue;
    const runs = openRunsOf(turn).map((open) => ({ ...open, dueAt }));
    await turnEntity()
      .put({ ...turn, runs, dueAt })
      .go();
    await enqueueCard(idSchema("org").parse(orgId), run.cardId);
  }
}
