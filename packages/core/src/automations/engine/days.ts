import { type Clock, instant } from "../../kernel/clock.ts";
import type { OrgId } from "../../kernel/id.ts";
import { dayEntity } from "../entity.ts";
import { keptDays, stormMs, stormRuns } from "../rules.ts";
import type { AutomationId } from "../schema.ts";

/* How often automations run: counted apart from the runs, since nobody has to be exact about it, and many begin at once. */

const expiresAt = (clock: Clock): number => Math.floor(clock.now() / 1_000) + keptDays * 86_400;

/** Counts a run that begins. @returns `storm` if too many have begun within the window */
export async function countStarts(orgId: OrgId, automationId: AutomationId, clock: Clock): Promise<"storm" | undefined> {
  const window = `window ${Math.floor(clock.now() / stormMs)}`;
  const { data } = await dayEntity()
    .update({ orgId, automationId, day: window })
    .add({ total: 1 })
    .set({ expiresAt: Math.floor((clock.now() + 2 * stormMs) / 1_000) })
    .go({ response: "all_new" });
  return (data.total ?? 0) > stormRuns ? "storm" : undefined;
}

/** Counts a run that has ended, other than by not being meant for its card. */
export async function countRun(orgId: OrgId, automationId: AutomationId, isFailed: boolean, clock: Clock): Promise<void> {
  await dayEntity()
    .update({ orgId, automationId, day: instant(clock).slice(0, 10) })
    .add({ total: 1, failed: isFailed ? 1 : 0 })
    .set({ lastAt: instant(clock), expiresAt: expiresAt(clock) })
    .go();
}

export interface Figures {
  readonly total: number;
  readonly failed: number;
  readonly lastAt: string | null;
}
const none: Figures = { total: 0, failed: 0, lastAt: null };

/** The figures of the organization's automations over the last 30 days. */
export async function figuresOf(orgId: OrgId, clock: Clock): Promise<ReadonlyMap<string, Figures>> {
  const { data } = await dayEntity().query.main({ orgId }).go({ pages: "all" });
  const from = new Date(clock.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const figures = new Map<string, Figures>();
  for (const { automationId, day, total = 0, failed = 0, lastAt = null } of data) {
    if (day < from || day.startsWith("window")) continue;
    const known = figures.get(automationId) ?? none;
    const latest = known.lastAt === null || (lastAt !== null && lastAt > known.lastAt) ? lastAt : known.lastAt;
    figures.set(automationId, { total: known.total + total, failed: known.failed + failed, lastAt: latest });
  }
  return figures;
}
export const noFigures = none;
