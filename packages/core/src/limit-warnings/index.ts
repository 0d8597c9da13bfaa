/*
 * Warning people in time that a limit of their plan is nearly used up. Owns: how much of each limit was used at the last check, and who has dismissed the
 * warning.
 * Invariant: for each rise of usage to a level, each owner and administrator is mailed at most once.
 * Records nothing: like the meters, it follows from what the journal records.
 */
import * as z from "zod";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PlanState } from "../kernel/plan.ts";
import { procedure } from "../kernel/procedure.ts";
import { limitOf, usedAt } from "../plans/index.ts";
import { dismissalEntity, warningEntity } from "./entity.ts";
import { levelOf, type WarningLevel, warningLevels, watchedLimits, type WatchedLimit } from "./rules.ts";

export type { Notify } from "./warn.ts";
export { watch } from "./watch.ts";

/** A limit that is nearly or wholly used up. */
export interface LimitWarning {
  readonly limit: WatchedLimit;
  readonly level: WarningLevel;
  /** Bytes for storage. */
  readonly used: number;
  readonly allowed: number;
  /** Dismissed by the caller. */
  readonly isDismissed: boolean;
}

const list = procedure({
  name: "plans.warnings",
  kind: "query",
  input: z.object({}),
  can: { member: "whoever adds something may know beforehand how much more the plan takes" },
  plan: "any",
  /** Based on current usage, not on the last check: a warning comes and goes with usage. */
  async run(_, { principal: { orgId, userId, plan }, clock }): Promise<LimitWarning[]> {
    if (!plan) return [];
    const reached = (await Promise.all(watchedLimits.map((limit) => useOf(orgId, plan.type, limit, instant(clock))))).flat();
    if (reached.length === 0 || !userId) return reached;
    const [{ data: risen }, { data: dismissed }] = await Promise.all([
      warningEntity().query.main({ orgId, kind: "limitWarning" }).go({ consistent: true }),
      dismissalEntity().query.main({ orgId, userId }).go({ consistent: true }),
    ]);
    return reached.map((warning) => {
      const last = risen.find(({ limitName }) => limitName === warning.limit);
      const risenAt = (warning.level === 100 ? last?.risen100At : last?.risen80At) ?? "";
      const isDismissed = dismissed.some(
        ({ limitName, level, at }) => limitName === warning.limit && level === warning.level && at >= risenAt,
      );
      return { ...warning, isDismissed };
    });
  },
});

async function useOf(orgId: OrgId, plan: PlanState["type"], limit: WatchedLimit, at: string): Promise<LimitWarning[]> {
  const allowed = limitOf(plan, limit);
  if (allowed === null) return [];
  const used = await usedAt(orgId, limit, at);
  const level = levelOf(used, allowed);
  return level === 0 ? [] : [{ limit, level, used, allowed, isDismissed: false }];
}

const dismiss = procedure({
  name: "plans.dismissWarning",
  kind: "mutation",
  input: z.object({ limit: z.enum(watchedLimits), level: z.literal(warningLevels) }),
  can: { member: "what one wants to see no more of" },
  plan: "any",
  whileImpersonating: false,
  async run({ limit, level }, { principal: { orgId, userId }, clock }): Promise<{ ok: true }> {
    if (!userId) throw new KartisError("FORBIDDEN");
    await dismissalEntity()
      .put({ orgId, userId, limitName: limit, level, at: instant(clock) })
      .go();
    return { ok: true };
  },
});

export const limitWarningProcedures = [list, dismiss] as const;
