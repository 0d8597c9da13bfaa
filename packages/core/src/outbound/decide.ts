import { put, type RecordDraft, type Write } from "../data/commit.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { EffectId, OrgId } from "../kernel/id.ts";
import { type Effect, effectWrite, findEffect, moved } from "./deliver.ts";
import { effectChange } from "./intend.ts";
import { isOpen } from "./states.ts";

/** What a person decides about an effect that waits for one: to repeat it, or to leave it as it is. */
export type Decision = "resend" | "dismiss";

/**
 * The decision's part of a transaction. Dismissed, a failed effect stays failed, and an unknown one counts as done. Throws NOT_FOUND if the effect does not wait for a
 * decision: somebody else has decided.
 * @param require throws if the effect cannot be carried out now
 */
export async function decisionOn(
  orgId: OrgId,
  effectId: EffectId,
  decision: Decision,
  clock: Clock,
  require?: (effect: Effect) => Promise<void>,
): Promise<{ readonly writes: readonly Write[]; readonly records: readonly RecordDraft[] }> {
  const effect = await findEffect(orgId, effectId);
  if (!effect || !isOpen(effect.state)) throw new KartisError("NOT_FOUND", { messageKey: "errors.effectDecided" });
  await require?.(effect);
  const transition = decision === "dismiss" && effect.state === "unknown" ? "confirm" : decision;
  const next = moved(effect, transition, clock, decision === "resend" ? { round: effect.round + 1, attempts: 0 } : {});
  return {
    writes: [put(effectWrite(next).params(), "stale")],
    records: [{ changes: [effectChange(`effect.${decision}`, next)] }],
  };
}
