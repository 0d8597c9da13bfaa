import { commit, type CommitContext, type ChangeSet, type Write } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { principalOf } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { Allowance } from "./meter.ts";
import { type Metered, uses } from "./usage.ts";

/** Items of the transaction that the meters take, by kind of change. */
export const meterItems = 1;

/**
 * `commit()` for what a plan limits: people, cards, card types, activities, automations and their runs. What the change set uses or frees is taken, or given back, in the same transaction; so
 * inviting, removing, creating, deleting, restoring, merging and undoing are all counted without extra code. Throws PAYMENT_REQUIRED, naming limit and usage,
 * besides what `commit()` throws.
 * @param limited the organization's plan, as the actor carries it; null where nothing is limited.
 */
export function commitMetered<T>(
  context: CommitContext,
  prepare: (at: string) => Promise<ChangeSet<T>>,
  limited: Pick<PlanState, "type"> | null = principalOf(context.actor).plan,
): Promise<{ result: T; records: readonly JournalRecord[] }> {
  const meters = new Meters(context.orgId, limited);
  const withMeters = async (changeSet: ChangeSet<T>, at: string): Promise<ChangeSet<T>> => {
    const metered = await meters.writes(
      changeSet.records.flatMap(({ changes }) => changes),
      changeSet.at ?? at,
    );
    return metered.length === 0 ? changeSet : { ...changeSet, writes: [...changeSet.writes, ...metered] };
  };
  return commit(context, async (at) => {
    try {
      return await withMeters(await prepare(at), at);
    } catch (error) {
      if (!isOverLimit(error)) throw error;
      // The room may be taken by this very change, made by a twin since its state was read: prepared again, there is nothing left to do.
      return withMeters(await prepare(at), at);
    }
  });
}

/** True if the error says that the plan has no room; fewer may still fit. */
export const isOverLimit = (error: unknown): boolean =>
  error instanceof KartisError &&
  error.code === "PAYMENT_REQUIRED" &&
  (error.details.messageKey ?? "").startsWith("errors.limit.");

/** The allowances of one call, each made when it is first needed. */
class Meters {
  readonly #orgId: OrgId;
  readonly #limited: Pick<PlanState, "type"> | null;
  readonly #allowances = new Map<string, Allowance>();

  constructor(orgId: OrgId, limited: Pick<PlanState, "type"> | null) {
    this.#orgId = orgId;
    this.#limited = limited;
  }

  async writes(changes: readonly Change[], at: string): Promise<Write[]> {
    const sums = new Map<Metered, number>();
    for (const change of changes) {
      const use = uses.get(change.action);
      if (use) sums.set(use[0], (sums.get(use[0]) ?? 0) + use[1](change));
    }
    const writes: Write[] = [];
    for (const [meter, amount] of sums) {
      // A commit that is prepared again can have come into another month.
      const key = `${meter} ${at.slice(0, 7)}`;
      const allowance = this.#allowances.get(key) ?? new Allowance(this.#orgId, this.#limited, meter, at);
      this.#allowances.set(key, allowance);
      writes.push(...(amount > 0 ? await allowance.take(amount) : allowance.give(-amount)));
    }
    return writes;
  }
}
