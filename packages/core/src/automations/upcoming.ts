import { listTasks } from "../activities/index.ts";
import { cardTypesOf, datesOf, withFigures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { principalOf } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { type ErrorCode, KartisError } from "../kernel/error.ts";
import { procedure } from "../kernel/procedure.ts";
import { ownConditions } from "./conditions/settle.ts";
import { publisherOf } from "./engine/publisher.ts";
import { type AutomationActor, sightOf, tasksSeenBy } from "./engine/sight.ts";
import { isLive, type Live } from "./engine/start.ts";
import { findPauses, presentPause } from "./pause/pauses.ts";
import { type AutomationId, UpcomingInput } from "./schema.ts";
import { automationsOf } from "./store.ts";
import { daysArriving } from "./triggers/arrival.ts";
import type { FiringWindow, TriggerSchedule } from "./triggers/definition.ts";
import { triggerOf } from "./triggers/list.ts";

/** When automations with a schedule start next; null for one with nothing ahead. Without those whose publisher they may no longer run for. */
type Upcoming = Readonly<Record<AutomationId, string | null>>;

const upcoming = procedure({
  name: "automations.upcoming",
  kind: "query",
  input: UpcomingInput,
  can: ["AUTOMATION", "read"],
  asksReplica: true,
  /**
   * When each automation with a schedule starts next, as of now, in its publisher's sight. Of its conditions, those count that a list could filter by; all of them
   * are evaluated by then. Without automations that are off, and empty while all are paused.
   */
  async run({ cardTypeId }, { principal, clock }): Promise<Upcoming> {
    const { orgId, settings } = principal;
    const [automations, types, pauses] = await Promise.all([automationsOf(orgId), cardTypesOf(orgId), findPauses(orgId)]);
    if (presentPause(pauses)) return {};
    const timeZone = settings?.timeZone ?? "UTC";
    const asked = automations.filter(isLive).filter(({ typeId }) => cardTypeId === undefined || typeId === cardTypeId);
    const found: (readonly [AutomationId, string | null])[] = [];
    // One after another: each may go through all cards, and others want to ask in between.
    for (const automation of asked) {
      const { schedule } = triggerOf(automation.live.definition.trigger);
      const type = types.find(({ id }) => id === automation.typeId);
      const next = schedule && type ? await nextOf(automation, schedule, type, timeZone, clock) : undefined;
      if (next !== undefined) found.push([automation.id, next]);
    }
    return Object.fromEntries(found);
  },
});

/** Later than any date that a card can have, and early enough to be shifted by ten years. */
const ever = "9900-01-01T00:00:00.000Z";
const yearMs = 366 * 86_400_000;
/** Due dates of tasks that are read; of those before the window's first moment there are at most a few days'. */
const [tasksAtOnce, mostTasks] = [100, 2_000];

/** Undefined if it may not run on behalf of its publisher. */
async function nextOf(
  automation: Live,
  schedule: TriggerSchedule,
  type: CardType,
  timeZone: string,
  clock: Clock,
): Promise<string | null | undefined> {
  const { live } = automation;
  const { trigger } = live.definition;
  if (!schedule.filter && !schedule.tasks) {
    const at = schedule.next(trigger, clock.now(), timeZone);
    return at.startsWith("9999") ? null : at;
  }
  const publisher = await publisherOf(automation, live.publishedBy, clock);
  if ("refused" in publisher) return undefined;
  const isYearly = trigger.kind === "dateArrives" && trigger.isYearly;
  const to = isYearly ? new Date(clock.now() + 2 * yearMs).toISOString() : ever;
  const window = { from: instant(clock), to, timeZone };
  if (schedule.tasks) return nextTask(automation, schedule, publisher.actor, window, clock);
  if (trigger.kind !== "dateArrives") return null;
  try {
    const dates = await datesAhead(automation, schedule, type, publisher.actor, window, clock);
    const inOrder = isYearly ? fromDayOn(dates, daysArriving(trigger, { ...window, to: window.from }).from) : dates;
    return earliest(inOrder, (date) => schedule.firesAt(trigger, { [trigger.fieldId]: date }, window));
  } catch (error) {
    // Conditions that no longer fit the card type: the next evaluation stops the automation. That there was no time to find out is no answer.
    if (error instanceof KartisError && unfit.includes(error.code)) return null;
    throw error;
  }
}

const unfit: readonly ErrorCode[] = ["INVALID_INPUT", "NOT_FOUND"];

async function datesAhead(
  { orgId, typeId, live }: Live,
  schedule: TriggerSchedule,
  type: CardType,
  actor: AutomationActor,
  window: FiringWindow,
  clock: Clock,
): Promise<readonly string[]> {
  const { trigger, filter } = live.definition;
  if (trigger.kind !== "dateArrives") return [];
  const { timeZone } = window;
  const settled = { nowMs: clock.now(), timeZone, publisherId: live.publishedBy, causedBy: null };
  const own = filter ? ownConditions(filter, settled) : undefined;
  const dated = schedule.filter?.(trigger, window, type);
  const query = { cardTypeId: typeId, filter: { all: [own ?? [], dated ?? []].flat() } };
  const scope = await withFigures({ principal: principalOf(actor), clock }, await sightOf(actor), query);
  return datesOf(orgId, scope, query, trigger.fieldId, { ofYear: trigger.isYearly });
}

/** Dates in the order of the year, beginning with this day's. */
function fromDayOn(dates: readonly string[], day: string): readonly string[] {
  const first = day.slice(5);
  return [...dates.filter((date) => date.slice(5) >= first), ...dates.filter((date) => date.slice(5) < first)];
}

/** Dates after the first one that fires whose firing may still be earlier: months and clocks differ in length. */
const closeBy = 50;

/** The earliest firing of dates in their order; null if none fires. */
function earliest(dates: readonly string[], firesAt: (date: string) => string | null): string | null {
  const first = dates.findIndex((date) => firesAt(date) !== null);
  if (first === -1) return null;
  const close = dates.slice(first, first + closeBy).flatMap((date) => firesAt(date) ?? []);
  return close.toSorted()[0] ?? null;
}

async function nextTask(
  { orgId, typeId, live: { definition } }: Live,
  schedule: TriggerSchedule,
  actor: AutomationActor,
  window: FiringWindow,
  clock: Clock,
): Promise<string | null> {
  const { trigger } = definition;
  const scope = await tasksSeenBy(actor);
  const days = schedule.tasks?.(trigger, window);
  if (!scope || !days) return null;
  const query = { orgId, scope, cardScope: await sightOf(actor), timeZone: window.timeZone, nowMs: clock.now() };
  const filter = { state: "open" as const, cardTypeId: typeId, dueFrom: days.from, dueUntil: days.to, text: "" };
  const order = { sort: "due" as const, group: "due" as const, reversed: false, people: [] };
  let first: string | null = null;
  for (let cursor: number | null = 0; cursor !== null && cursor < mostTasks && first === null;) {
    const page: Awaited<ReturnType<typeof listTasks>> = await listTasks(query, filter, order, { cursor, limit: tasksAtOnce });
    first = earliest(
      page.rows.flatMap(({ due }) => due ?? []),
      (due) => schedule.firesAt(trigger, { due }, window),
    );
    cursor = page.nextCursor;
  }
  return first;
}

export const upcomingProcedures = [upcoming] as const;
