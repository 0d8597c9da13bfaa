import { type DueLane, dueLaneOf, duePages } from "../../data/due-index.ts";
import type { streamTasks } from "../../activities/index.ts";
import type { getCardType, streamCards } from "../../cards/index.ts";
import type { CardType } from "../../cards/schema.ts";
import type { Filter } from "../../cards/query/schema.ts";
import { put, systemContext, type Write } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Principal, principalOf } from "../../kernel/actor.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, idFrom, isId, type OrgId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { findSettings } from "../../organizations/index.ts";
import { ownConditions } from "../conditions/settle.ts";
import { conditionsIn, namesFigures, subjectOf } from "../conditions/subject.ts";
import { scheduleEntity } from "../entity.ts";
import type { AutomationId, Definition } from "../schema.ts";
import { findPauses, presentPause, wasPaused } from "../pause/pauses.ts";
import { findAutomation } from "../store.ts";
import { triggerOf } from "../triggers/list.ts";
import { isDenial, publisherOf } from "./publisher.ts";
import { enqueueSchedule } from "./queue.ts";
import { isLive, type Live, startOrSkip } from "./start.ts";
import { type AutomationActor, sightOf, tasksSeenBy } from "./sight.ts";
import { stopAutomation } from "./stop.ts";

/** Readers are injected, so that the sweep does not bundle the cards domain. */
export interface ScheduleOptions {
  readonly clock: Clock;
  readonly streamCards: typeof streamCards;
  readonly streamTasks: typeof streamTasks;
  readonly findSettings: typeof findSettings;
  readonly getCardType: typeof getCardType;
  /** No run starts later than this after the invocation. */
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

const timesOf = ({ waits, dueAt, doneUntil, lookingUntil, cameTo }: Times): Times => ({
  waits,
  dueAt,
  doneUntil,
  ...(lookingUntil === undefined ? {} : { lookingUntil }),
  ...(cameTo === undefined ? {} : { cameTo }),
});

function upsert(orgId: OrgId, automationId: AutomationId, version: number | undefined, times: Times) {
  const item = { orgId, automationId, lane: dueLaneOf(automationId), ...times, version: (version ?? 0) + 1 };
  return version === undefined
    ? scheduleEntity().create(item)
    : scheduleEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, version));
}

/**
 * The write that starts the schedule now; none for an automation without a scheduled trigger. Firings before `at` are not caught up, unless it goes on with the
 * schedule that it has. @param was what the automation has been running until now, if it is on
 */
export async function scheduleWrites(
  orgId: OrgId,
  automationId: AutomationId,
  { trigger }: Definition,
  at: string,
  timeZone: string,
  was?: Definition,
): Promise<Write[]> {
  const { schedule } = triggerOf(trigger);
  if (!schedule) return [];
  const current = await find(orgId, automationId);
  const next = { waits: "sweep", dueAt: schedule.next(trigger, Date.parse(at), timeZone), doneUntil: at } as const;
  const goesOn = was !== undefined && current?.waits === "sweep" && sameValue(trigger, was.trigger);
  const times = goesOn ? { ...timesOf(current), dueAt: current.dueAt <= at ? current.dueAt : next.dueAt } : next;
  return [put(upsert(orgId, automationId, current?.version, times).params(), "stale")];
}

/** Automations of all organizations whose schedule is due. */
export async function* dueSchedules(
  clock: Clock,
): AsyncGenerator<{ readonly orgId: OrgId; readonly automationId: AutomationId }> {
  const due = (lane: DueLane, from: string, until: string) =>
    scheduleEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due))
    for (const { orgId, automationId } of page)
      if (isId("org", orgId) && isId("aut", automationId)) yield { orgId, automationId };
}

/**
 * Starts the scheduled runs that have come due since the last evaluation. Each card fires once per planned instant, from which the run's id is derived. Firings missed
 * during an outage are caught up once, with their planned time; those of a pause of all automations are not.
 */
export async function runSchedule(orgId: OrgId, automationId: AutomationId, options: ScheduleOptions): Promise<void> {
  const { clock, findSettings: settingsOf, runMs } = options;
  const endsAt = clock.now() + runMs;
  const current = await find(orgId, automationId);
  if (current?.waits !== "sweep" || current.dueAt > instant(clock)) return;
  const pauses = await findPauses(orgId);
  if (presentPause(pauses)) return;
  const automation = await findAutomation(orgId, automationId);
  const { version, doneUntil: from, dueAt } = current;
  const save = (times: Times) => unlessStale(upsert(orgId, automationId, version, times).go());
  const schedule = automation && isLive(automation) ? triggerOf(automation.live.definition.trigger).schedule : undefined;
  if (!automation || !isLive(automation) || !schedule) return save({ waits: "nobody", dueAt, doneUntil: from });
  const { trigger, filter: own } = automation.live.definition;
  const timeZone = (await settingsOf(orgId))?.timeZone ?? "UTC";
  // An interrupted evaluation keeps the end of its window, so that cards already processed miss no date.
  const to = current.lookingUntil ?? instant(clock);
  const done = (): Promise<void> =>
    save({ waits: "sweep", dueAt: schedule.next(trigger, Date.parse(to), timeZone), doneUntil: to });
  const { publishedBy: publisherId } = automation.live;
  const publisher = await publisherOf(automation, publisherId, clock);
  // Rather than one failed run per card. Firings while the plan has ended are not caught up, like those of a pause.
  if ("refused" in publisher) return isDenial(publisher.refused) ? stopAutomation(automation, "rights", clock) : done();
  // The replica would reject conditions that no longer fit the card type, on every sweep and without notifying anyone.
  const type = await soundType(automation, principalOf(publisher.actor), options);
  if (!type) return stopAutomation(automation, "broken", clock);
  const sight = { actor: publisher.actor, cards: await sightOf(publisher.actor) };
  const selected = own ? ownConditions(own, { nowMs: clock.now(), timeZone, publisherId, causedBy: null }) : undefined;
  const scan = { automation, sight, from, to, timeZone, own: selected ?? null };
  // Conditions that a query cannot express are evaluated card by card.
  const rest = own && conditionsIn(own).some(({ fieldId }) => !isQueried(fieldId)) ? own : null;
  const candidates = schedule.tasks
    ? tasksDue(schedule.tasks(trigger, { from, to, timeZone }), scan, options)
    : cardsOf(current.cameTo, schedule.filter?.(trigger, { from, to, timeZone }, type), scan, options);
  const context = systemContext(orgId, "automations", clock);
  const { plan } = principalOf(publisher.actor);
  // A period fires at the instant for which this evaluation was planned.
  const isPeriod = !schedule.filter && !schedule.tasks;
  const fire = async ({ cardId, taskId, values }: Candidate): Promise<void> => {
    const plannedAt = schedule.firesAt(trigger, values, { from, to: isPeriod ? dueAt : to, timeZone });
    if (plannedAt === null || wasPaused(pauses, plannedAt)) return;
    if (rest && !schedule.tasks && !(await isSelected(rest, cardId, scan, options))) return;
    const runId = idFrom("run", Date.parse(plannedAt), `${automationId}\n${taskId ?? cardId}\n${plannedAt}`);
    const task = taskId ? { taskId } : {};
    await startOrSkip(automation, { runId, cardId, plannedAt, depth: 1, ...task }, { context, clock, plan });
  };
  let last = current.cameTo ? { cameTo: current.cameTo } : {};
  let isFirst = true;
  for await (const candidate of candidates) {
    // Never before the first one: an evaluation that gets no further would be repeated for ever.
    if (!isFirst && clock.now() >= endsAt) {
      await save({ waits: "sweep", dueAt, doneUntil: from, lookingUntil: to, ...last });
      return enqueueSchedule(orgId, automationId);
    }
    isFirst = false;
    await fire(candidate);
    if (candidate.cursor) last = { cameTo: candidate.cursor };
  }
  await done();
}

/** Whether a query can express a condition on it. */
function isQueried(fieldId: string): boolean {
  const { of } = subjectOf(fieldId);
  return of === "card" || of === "figure";
}

/** A card, or a task on it, for which the schedule may fire. */
interface Candidate {
  readonly cardId: CardId;
  readonly taskId?: string;
  /** The values from which `firesAt` decides. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Where an interrupted evaluation resumes. */
  readonly cursor?: string;
}
interface Scan {
  readonly automation: Live;
  readonly sight: { readonly actor: AutomationActor; readonly cards: Scope };
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** The automation's conditions. */
  readonly own: Filter | null;
}

/** The cards after the cursor. */
async function* cardsOf(
  cursor: string | undefined,
  filter: Filter | undefined,
  { automation, sight, own }: Scan,
  { streamCards: stream, clock }: ScheduleOptions,
): AsyncGenerator<Candidate> {
  const [lastCreatedAt = "", lastId = ""] = cursor?.split(" ") ?? [];
  const parts = [
    ...(own ? [own] : []),
    ...(filter ? [filter] : []),
    ...(lastCreatedAt ? [{ fieldId: "createdAt", operator: "GREATER_THAN", value: lastCreatedAt } as const] : []),
  ];
  const query = {
    cardTypeId: automation.typeId,
    filter: { all: parts },
    sort: [{ fieldId: "createdAt", direction: "asc" as const }],
  };
  for await (const cards of stream(automation.orgId, await scopeFor(query, sight, clock), query))
    for (const { id: cardId, fields, createdAt } of cards)
      if (createdAt !== lastCreatedAt || cardId > lastId) yield { cardId, values: fields, cursor: `${createdAt} ${cardId}` };
}

/** The publisher's scope, with their sight of activities for conditions that need it. */
async function scopeFor({ filter }: { readonly filter: Filter }, { actor, cards }: Scan["sight"], clock: Clock) {
  if (!namesFigures(filter)) return cards;
  const { withFigures } = await import("../../cards/index.ts");
  return withFigures({ principal: principalOf(actor), clock }, cards, { filter });
}

/** Open tasks due between two days, on cards of the type; limited to tasks and cards in the publisher's scope. */
async function* tasksDue(
  days: { readonly from: string; readonly to: string },
  { automation, sight, timeZone }: Scan,
  { clock, streamTasks: stream }: ScheduleOptions,
): AsyncGenerator<Candidate> {
  const scope = await tasksSeenBy(sight.actor);
  if (!scope) return;
  const query = { orgId: automation.orgId, scope, cardScope: sight.cards, timeZone, nowMs: clock.now() };
  const filter = { state: "open" as const, cardTypeId: automation.typeId, dueFrom: days.from, dueUntil: days.to, text: "" };
  const order = { sort: "due" as const, group: "due" as const, reversed: false, people: [] };
  for await (const { rows } of stream(query, filter, order))
    for (const { id: taskId, cardId, due } of rows) if (cardId !== null) yield { cardId, taskId, values: { due } };
}

async function isSelected(
  filter: Filter,
  cardId: CardId,
  { automation, sight }: Scan,
  options: ScheduleOptions,
): Promise<boolean> {
  const { orgId, typeId, live } = automation;
  const [{ meets }, { findCards }] = await Promise.all([import("./facts.ts"), import("../../cards/index.ts")]);
  const card = (await findCards(orgId, [cardId])).get(cardId);
  if (!card) return false;
  const { clock } = options;
  const type = await options.getCardType(orgId, typeId);
  return meets(filter, {
    card,
    type,
    actor: sight.actor,
    publisherId: live.publishedBy,
    clock,
    event: () => Promise.resolve(null),
  });
}

/** The automation's card type; undefined if the automation no longer fits it. */
async function soundType(
  { orgId, typeId, live }: Live,
  publisher: Principal,
  options: Pick<ScheduleOptions, "getCardType">,
): Promise<CardType | undefined> {
  try {
    const [{ problemsOf }, { lookupsOf }] = await Promise.all([import("../check.ts"), import("../lookups.ts")]);
    const type = await options.getCardType(orgId, typeId);
    return (await problemsOf(live.definition, type, orgId, lookupsOf(orgId, publisher))).length === 0 ? type : undefined;
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** Ignores a failed condition: another process or a new publication has updated the schedule. */
async function unlessStale(saving: Promise<unknown>): Promise<void> {
  try {
    await saving;
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
