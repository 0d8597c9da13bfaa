import { type Clock, instant, epochSeconds } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { update, type Write } from "../../data/commit.ts";
import { dayEntity } from "../entity.ts";
import { keptDays, mostReturns, stormMs, stormRuns, stormWindow } from "../rules.ts";
import type { RunState } from "../run-schema.ts";
import type { AutomationId, RunFigures } from "../schema.ts";

/* Run statistics. Each is counted in the transaction of the run's own state, so that no run is missed or counted twice, whenever its process dies. */

const expiresAt = (clock: Clock): number => epochSeconds(clock.now()) + keptDays * 86_400;

/** Counts what is limited within a window of time. @returns the number so far */
async function countInWindow(orgId: OrgId, automationId: string, atMs: number, cardId?: CardId): Promise<number> {
  const window = `window ${stormWindow(atMs)}`;
  const { data } = await dayEntity()
    .update({ orgId, automationId, day: cardId ? `${window} ${cardId}` : window })
    .add({ total: 1 })
    .set({ expiresAt: epochSeconds(atMs + 2 * stormMs) })
    .go({ response: "all_new" });
  return data.total ?? 0;
}

/** Counts a run that starts to execute its steps. @param startedMs when the run started @returns whether too many that do have started within its window */
export const countStorm = async (orgId: OrgId, automationId: AutomationId, startedMs: number): Promise<boolean> =>
  (await countInWindow(orgId, automationId, startedMs)) > stormRuns;

/** Counts a start on a card that an earlier run of the automation has led to. @returns whether there have been too many within the window */
export const countReturn = async (orgId: OrgId, automationId: AutomationId, cardId: CardId, clock: Clock): Promise<boolean> =>
  (await countInWindow(orgId, automationId, clock.now(), cardId)) > mostReturns;

/** Each reads the journal, and is carried out by functions that imports and exports need too. */
const mostSimulations = 30;

/** Counts a simulation of the organization's. Throws TOO_MANY_REQUESTS if there have been too many within the window. */
export async function countSimulation(orgId: OrgId, clock: Clock): Promise<void> {
  const nowMs = clock.now();
  if ((await countInWindow(orgId, "simulations", nowMs)) <= mostSimulations) return;
  throw new KartisError("TOO_MANY_REQUESTS", { retryAfterSeconds: Math.ceil((stormMs - (nowMs % stormMs)) / 1_000) });
}

const nothing: RunFigures = { total: 0, failed: 0, waiting: 0, skipped: 0 };
const names = ["total", "failed", "waiting", "skipped"] as const;

/** How the figures count a run, and under which day: the one on which it was first counted. */
export interface Counted {
  readonly day: string;
  readonly as: Exclude<RunState, "running">;
}

const figuresAs = (as: Counted["as"] | undefined): RunFigures => {
  if (as === undefined) return nothing;
  if (as === "skipped") return { ...nothing, skipped: 1 };
  return { ...nothing, total: 1, ...(as === "failed" || as === "waiting" ? { [as]: 1 } : {}) };
};

/** Items among which a day's counts are spread while transactions contend for one. */
const spread = 8;

/**
 * The write that moves a run from one state's count to another's, so that a run that fails, is retried and succeeds counts as one done run.
 * @param attempt how often the transaction has been prepared, from 1: the first one counts on the day's own item, so that most days have one only
 */
export function countWrite(
  { orgId, automationId }: { readonly orgId: OrgId; readonly automationId: AutomationId },
  before: Counted | undefined,
  { day, as }: Counted,
  clock: Clock,
  attempt: number,
): Write {
  const [was, is] = [figuresAs(before?.as), figuresAs(as)];
  const part = attempt === 1 ? "" : ` ${Math.floor(Math.random() * spread)}`;
  const counting = dayEntity()
    .update({ orgId, automationId, day: `${day}${part}` })
    .add(Object.fromEntries(names.map((name) => [name, is[name] - was[name]])))
    .set({ ...(as === "skipped" ? {} : { lastAt: instant(clock) }), expiresAt: expiresAt(clock) });
  return update(counting.params(), "stale");
}

export type Figures = RunFigures & { readonly lastAt: string | null };
const none: Figures = { ...nothing, lastAt: null };

/** Adds counts; those of an item can be negative, because a run can begin on one of a day's items and end on another. */
const plus = (known: RunFigures, more: Partial<RunFigures>): RunFigures => ({
  total: known.total + (more.total ?? 0),
  failed: known.failed + (more.failed ?? 0),
  waiting: known.waiting + (more.waiting ?? 0),
  skipped: known.skipped + (more.skipped ?? 0),
});

/** Figures over the last 30 days: of one automation, or of all that the organization has. */
export async function figuresOf(orgId: OrgId, clock: Clock, only?: AutomationId): Promise<ReadonlyMap<string, Figures>> {
  const from = new Date(clock.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const days = only
    ? // Windows sort after days.
      dayEntity().query.main({ orgId, automationId: only }).between({ day: from }, { day: "9999-12-31" })
    : dayEntity().query.main({ orgId });
  const { data } = await days.go({ pages: "all" });
  const figures = new Map<string, Figures>();
  for (const { automationId, day, lastAt = null, ...counts } of data) {
    if (day < from || day.startsWith("window")) continue;
    const known = figures.get(automationId) ?? none;
    const latest = known.lastAt === null || (lastAt !== null && lastAt > known.lastAt) ? lastAt : known.lastAt;
    figures.set(automationId, { ...plus(known, counts), lastAt: latest });
  }
  return figures;
}

/** Figures of all retained runs of an automation. */
export async function keptFiguresOf(orgId: OrgId, automationId: AutomationId): Promise<RunFigures> {
  const { data } = await dayEntity().query.main({ orgId, automationId }).go({ pages: "all" });
  return data.filter(({ day }) => !day.startsWith("window")).reduce(plus, nothing);
}
export const noFigures = none;
