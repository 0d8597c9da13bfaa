import { commit, systemContext } from "../../data/commit.ts";
import { differenceBetween } from "../../data/difference.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Run } from "./runs.ts";
import type { StopReason } from "../schema.ts";
import { automationChange, automationWrite, findAutomation, recordedValues, type StoredAutomation } from "../store.ts";

/**
 * Switches an automation off, with a journal record that notifies its publisher and the administrators. Does nothing if it is off already.
 * @param cause the run that revealed the problem, or the record that would have started another run
 */
export async function stopAutomation(
  { orgId, id }: Pick<StoredAutomation, "orgId" | "id">,
  stopReason: StopReason,
  clock: Clock,
  cause?: Pick<Run, "runId" | "cardId" | "recordId"> | string,
): Promise<void> {
  const run = typeof cause === "object" ? cause : undefined;
  const causedBy = typeof cause === "object" ? cause.recordId : cause;
  await commit(systemContext(orgId, "automations", clock, causedBy), async (at) => {
    const current = await findAutomation(orgId, id);
    if (!current?.isOn) return { writes: [], records: [], result: undefined };
    const next = { ...current, isOn: false, stopReason, updatedAt: at, version: current.version + 1 };
    const { before, after } = differenceBetween(recordedValues(current), recordedValues(next));
    const about = {
      name: current.name,
      publishedBy: current.live?.publishedBy ?? null,
      ...(run ? { cardId: run.cardId, runId: run.runId } : {}),
    };
    const change = automationChange("automation.stop", next, before, { ...after, ...about });
    return { writes: [automationWrite(next)], records: [{ changes: [change] }], result: undefined };
  });
}
