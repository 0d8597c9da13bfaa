import { isId, type OrgId } from "../kernel/id.ts";
import type { Effect } from "./deliver.ts";
import { effectEntity } from "./entity.ts";
import { isOpen } from "./states.ts";

/** An effect that waits for a person's decision. */
type Waiting = Effect & { readonly state: "failed" | "unknown" };

/** Effects that wait for a person's decision, newest first. Read from an index that lags slightly behind. */
export async function openEffects(orgId: OrgId, limit: number): Promise<{ effects: Waiting[]; isMore: boolean }> {
  const { data, cursor } = await effectEntity().query.open({ orgId, waits: "person" }).go({ order: "desc", limit });
  const effects = data.flatMap(({ effectId, state, ...rest }): Waiting[] =>
    isId("eff", effectId) && isOpen(state) ? [{ ...rest, orgId, effectId, state }] : [],
  );
  return { effects, isMore: cursor !== null };
}
