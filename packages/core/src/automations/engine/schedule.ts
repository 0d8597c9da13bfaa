import type { getCardType, streamCards } from "../../cards/index.ts";
import { put, systemContext, type Write } from "../../data/commit.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { idFrom, isId, type OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { type findSettings, findMembership } from "../../organizations/index.ts";
import { laneOf, lanes, scheduleEntity } from "../entity.ts";
import type { AutomationId, Definition } from "../schema.ts";
import { findAutomation } from "../store.ts";
import { triggerOf } from "../triggers/list.ts";
import { askForSchedule } from "./queue.ts";
import { isLive, type Live, startRun } from "./start.ts";
import { sightOf } from "./sight.ts";
import { stopAutomation } from "./stop.ts";

/** What the clock's process needs, injected, so that the sweep does not bundle everything about cards. */
export interface ScheduleOptions {
  readonly clock: Clock;
  readonly streamCards: typeof streamCards;
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
  const { clock, streamCards: cardsOf, findSettings: settingsOf, runMs } = options;
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
  const [cameTo = "", cameToId = ""] = current.cameTo?.split(" ") ?? [];
  const parts = [
    ...(own ? [own] : []),
    ...(schedule.filter ? [schedule.filter(trigger)] : []),
    ...(cameTo ? [{ fieldId: "createdAt", operator: "GREATER_THAN", value: cameTo } as const] : []),
  ];
  const query = {
    cardTypeId: automation.typeId,
    filter: { all: parts },
    sort: [{ fieldId: "createdAt", direction: "asc" as const }],
  };
  const context = systemContext(orgId, "automations", clock);
  let last = current.cameTo ? { cameTo: current.cameTo } : {};
  for await (const cards of cardsOf(orgId, sight, query))
    for (const { id: cardId, fields, createdAt } of cards) {
      if (createdAt === cameTo && cardId <= cameToId) continue;
      // Of a period, the planned instant is the one that was waited for.
      const plannedAt = schedule.firesAt(trigger, fields, { from, to: schedule.filter ? to : dueAt, timeZone });
      if (plannedAt === null) continue;
      if (clock.now() >= endsAt) {
        await save({ waits: "sweep", dueAt, doneUntil: from, lookingUntil: to, ...last });
        return askForSchedule(orgId, automationId);
      }
      const runId = idFrom("run", Date.parse(plannedAt), `${automationId}\n${cardId}\n${plannedAt}`);
      await startRun(automation, { runId, cardId, plannedAt, depth: 1 }, context, clock);
      last = { cameTo: `${createdAt} ${cardId}` };
    }
  await save({ waits: "sweep", dueAt: schedule.next(trigger, Date.parse(to), timeZone), doneUntil: to });
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
async function sightOfPublisher({ orgId, id: automationId, live }: Live): Promise<Scope | undefined> {
  const { publishedBy: userId } = live;
  const membership = await findMembership(userId, orgId);
  return membership && sightOf({ kind: "automation", automationId, userId, membership });
}

/** Somebody else has been at it: what they have saved stands. */
async function unlessStale(saving: Promise<unknown>): Promise<void> {
  try {
    await saving;
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
