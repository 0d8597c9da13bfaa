import type { CardId, OrgId } from "../../kernel/id.ts";
import { findPauses, presentPause } from "../pause/pauses.ts";
import type { AutomationId } from "../schema.ts";
import { Pass } from "./pass.ts";
import { enqueueCard } from "./queue.ts";
import type { StepOptions } from "./steps.ts";
import { Turn } from "./turn.ts";

export interface RunOptions extends StepOptions {
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
