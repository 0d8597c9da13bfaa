import type { streamTasks } from "../../activities/index.ts";
import type { getCardType, streamCards } from "../../cards/index.ts";
import type { Filter } from "../../cards/query/schema.ts";
import { put, systemContext, type Write } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, idFrom, isId, type OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { type findSettings, findMembership } from "../../organizations/index.ts";
import { laneOf, lanes, scheduleEntity } from "../entity.ts";
import type { AutomationId, Definition } from "../schema.ts";
import { findAutomation } from "../store.ts";
import { triggerOf } from "../triggers/list.ts";
import { askForSchedule } from "./queue.ts";
import { isLive, type Live, startRun } from "./start.ts";
import { type AutomationActor, sightOf, tasksSeenBy } from "./sight.ts";
import { stopAutomation } from "./stop.ts";

/** What the clock's process needs, injected, so that the sweep does not bundle everything about cards. */
export interface ScheduleOptions {
  readonly clock: Clock;
  readonly streamCards: typeof streamCards;
  readonly streamTasks: typeof streamTasks;
  readonly findSettings: typeof findSettings;
  readonly getCardType: typeof getCardType;
  /** No run begins later than this after the start. */
  readonly runMs: number;
}

const find = async (orgId: OrgId, automationId: AutomationId) =>
  (await scheduleEntity().get({ orgId, automationId }).go({ consistent: true })).data;

interface Times {
  readonly waits: "sweep" | "nobody";
  readonly dueAt: string;
  readonly doneUntil: string;
  readonly lookingUntil?: string;
  readonly cameTo?: string;
}

function over(orgId: OrgId, automationId: AutomationId, version: number | undefined, times: Times) {
  const item = { orgId, automationId, lane: laneOf(automationId), ...times, version: (version ?? 0) + 1 };
  return version === undefined
    ? scheduleEntity().create(item)
    : scheduleEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, version));
}

/** The write by which the clock sets the automation off from now on, for one that it does. What it would have done before is not made up for. */
export async function scheduleWrites(
  orgId: OrgId,
  automationId: AutomationId,
  { trigger }: Definition,
  at: string,
  timeZone: string,
): Promise<Write[]> {
  const { schedule } = triggerOf(trigger);
  if (!schedule) return [];
  const current = await find(orgId, automationId);
  const dueAt = schedule.next(trigger, Date.parse(at), timeZone);
  return [put(over(orgId, automationId, current?.version, { waits: "sweep", dueAt, doneUntil: at }).params(), "stale")];
}

/** Automations of all organizations that the clock may have set off. */
export async function* dueSchedules(
  clock: Clock,
): AsyncGenerator<{ readonly orgId: OrgId; readonly automationId: AutomationId }> {
  for (const lane of lanes) {
    let from: string | null = null;
    do {
      const page: { data: readonly { orgId: string; automationId: string }[]; cursor: string | null } = await scheduleEntity()
        .query.byDue({ lane })
        .lt({ dueAt: instant({ now: () => clock.now() + 1 }) })
        .go({ cursor: from });
      for (const { orgId, automationId } of page.data)
        if (isId("org", orgId) && isId("aut", automationId)) yield { orgId, automationId };
      from = page.cursor;
    } while (from !== null);
  }
}

/**
 * Starts the runs of an automation that the clock has set off since it was last looked at: for each card once, since a run's id is derived from the card and the
 * instant. Whatever an outage has missed happens now, once, and says for when it was planned.
 */
export async function runSchedule(orgId: OrgId, automationId: AutomationId, options: ScheduleOptions): Promise<void> {
  const { clock, findSettings: settingsOf, runMs } = options;
  const endsAt = clock.now() + runMs;
  const current = await find(orgId, automationId);
  if (current?.waits !== "sweep" || current.dueAt > instant(clock)) return;
  const automation = await findAutomation(orgId, automationId);
  const { version, doneUntil: from, dueAt } = current;
  const save = (times: Times) => unlessStale(over(orgId, automationId, version, times).go());
  const schedule = automation && isLive(automation) ? triggerOf(automation.live.definition.trigger).schedule : undefined;
  if (!automation || !isLive(automation) || !schedule) return save({ waits: "nobody", dueAt, doneUntil: from });
  const { trigger, filter: own } = automation.live.definition;
  const timeZone = (await settingsOf(orgId))?.timeZone ?? "UTC";
  // The replica would refuse conditions that no longer fit the type, every minute, and nobody would learn of it.
  if (await isBroken(automation, options)) return stopAutomation(automation, "broken", clock);
  const sight = await sightOfPublisher(automation);
  // At once, rather than by a failed run for each card.
  if (!sight) return stopAutomation(automation, "rights", clock);
  // A look that was cut short goes on where it was, however many cards there are; and to where it was to go, so that no date is passed over.
  const to = current.lookingUntil ?? instant(clock);
  const looking = { automation, sight, from, to, timeZone, own };
  const occasions = schedule.tasks
    ? tasksDue(schedule.tasks(trigger, { from, to, timeZone }), looking, options)
    : cardsOf(current.cameTo, schedule.filter?.(trigger), looking, options);
  const context = systemContext(orgId, "automations", clock);
  let last = current.cameTo ? { cameTo: current.cameTo } : {};
  for await (const { cardId, taskId, values, place } of occasions) {
    // Of a period, the planned instant is the one that was waited for.
    const isPeriod = !schedule.filter && !schedule.tasks;
    const plannedAt = schedule.firesAt(trigger, values, { from, to: isPeriod ? dueAt : to, timeZone });
    if (plannedAt === null) continue;
    if (clock.now() >= endsAt) {
      await save({ waits: "sweep", dueAt, doneUntil: from, lookingUntil: to, ...last });
      return askForSchedule(orgId, automationId);
    }
    const runId = idFrom("run", Date.parse(plannedAt), `${automationId}\n${taskId ?? cardId}\n${plannedAt}`);
    const task = taskId ? { taskId } : {};
    await startRun(automation, { runId, cardId, plannedAt, depth: 1, ...task }, context, clock);
    if (place) last = { cameTo: place };
  }
  await save({ waits: "sweep", dueAt: schedule.next(trigger, Date.parse(to), timeZone), doneUntil: to });
}

/** Something that the clock may set the automation off for. */
interface Occasion {
  readonly cardId: CardId;
  readonly taskId?: string;
  /** By which it is decided whether it does. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Where a later look goes on. */
  readonly place?: string;
}
interface Looking {
  readonly automation: Live;
  readonly sight: { readonly actor: AutomationActor; readonly cards: Scope };
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** The automation's conditions. */
  readonly own: Filter | null;
}

/** The cards, from where an earlier look came to. */
async function* cardsOf(
  place: string | undefined,
  filter: Filter | undefined,
  { automation, sight, own }: Looking,
  { streamCards: stream }: ScheduleOptions,
): AsyncGenerator<Occasion> {
  const [cameTo = "", cameToId = ""] = place?.split(" ") ?? [];
  const parts = [
    ...(own ? [own] : []),
    ...(filter ? [filter] : []),
    ...(cameTo ? [{ fieldId: "createdAt", operator: "GREATER_THAN", value: cameTo } as const] : []),
  ];
  const query = {
    cardTypeId: automation.typeId,
    filter: { all: parts },
    sort: [{ fieldId: "createdAt", direction: "asc" as const }],
  };
  for await (const cards of stream(automation.orgId, sight.cards, query))
    for (const { id: cardId, fields, createdAt } of cards)
      if (createdAt !== cameTo || cardId > cameToId) yield { cardId, values: fields, place: `${createdAt} ${cardId}` };
}

/** Open tasks that the publisher sees, on cards of the type that they see, due between two days. */
async function* tasksDue(
  days: { readonly from: string; readonly to: string },
  { automation, sight, timeZone }: Looking,
  { clock, streamTasks: stream }: ScheduleOptions,
): AsyncGenerator<Occasion> {
  const scope = await tasksSeenBy(sight.actor);
  if (!scope) return;
  const asked = { orgId: automation.orgId, scope, cardScope: sight.cards, timeZone, nowMs: clock.now() };
  const filter = { state: "open" as const, cardTypeId: automation.typeId, dueFrom: days.from, dueUntil: days.to, text: "" };
  const order = { sort: "due" as const, group: "due" as const, reversed: false, people: [] };
  for await (const { rows } of stream(asked, filter, order))
    for (const { id: taskId, cardId, due } of rows) if (cardId !== null) yield { cardId, taskId, values: { due } };
}

async function isBroken({ orgId, typeId, live }: Live, options: Pick<ScheduleOptions, "getCardType">): Promise<boolean> {
  try {
    const { problemsOf } = await import("../check.ts");
    return (await problemsOf(live.definition, await options.getCardType(orgId, typeId), orgId)).length > 0;
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return true;
    throw error;
  }
}

/** Undefined for one who is no longer a member. */
async function sightOfPublisher({ orgId, id: automationId, live }: Live): Promise<Looking["sight"] | undefined> {
  const { publishedBy: userId } = live;
  const membership = await findMembership(userId, orgId);
  if (!membership) return undefined;
  const actor = { kind: "automation", automationId, userId, membership } as const;
  return { actor, cards: await sightOf(actor) };
}

/** Somebody else has been at it: what they have saved stands. */
async function unlessStale(saving: Promise<unknown>): Promise<void> {
  try {
    await saving;
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
