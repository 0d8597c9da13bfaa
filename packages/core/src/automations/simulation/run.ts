import { type Activity, activitySightOf, activityTypes, isInSight } from "../../activities/index.ts";
import { recordsSince } from "../../as-of/index.ts";
import { cardsRelatedTo, cardTypesOf, getCardType, inScope, mergedOfType, readScopeOf } from "../../cards/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import { timeOf } from "../../data/replica/feed.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import { requireRight } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { amendOperation, type RunningOperation } from "../../operations/index.ts";
import { problemsOf } from "../check.ts";
import { isLive } from "../engine/start.ts";
import { lookupsOf } from "../lookups.ts";
import { automationsOf } from "../store.ts";
import { isOfDates, triggerOf } from "../triggers/list.ts";
import { foreseer } from "./act.ts";
import { listed } from "./compare.ts";
import { replayedPast } from "./past.ts";
import { mostRecords, mostRuns, simulationOperation } from "./schema.ts";
import { activitiesNeeded, readsFigures, readsRelated, relatedNeeded } from "./needs.ts";
import type { Relating } from "./relations.ts";
import type { Simulated } from "./ground.ts";
import { Simulation } from "./simulation.ts";
import { storeResult } from "./stored.ts";
import { withUntouched, withUntouchedAround, withUntouchedTasks } from "./untouched.ts";

/** Between two writes of the progress, which also tell whether it was canceled. */
const progressMs = 500;
/** Between two looks at the time. */
const lookMs = 100;

/**
 * Carries out a simulation on behalf of whoever asked for it, with their present rights, and stores its result. Done in one run, and restarted from the beginning
 * after a crash; what does not fit the time is left out, and the result says so.
 */
export async function runSimulation(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const began = performance.now();
  const { orgId, userId } = operation;
  const { automationId, typeId, definitions, from: asked, until, timeZone: shownZone } = simulationOperation.jobOf(operation);
  const { principal } = requireRight(["AUTOMATION", "update"], { actor, clock }, "automation");
  const timeZone = principal.settings?.timeZone ?? "UTC";
  const { count, from: cutTo } = await recordsSince(orgId, Date.parse(asked), mostRecords);
  const fromMs = cutTo === null ? Date.parse(asked) : timeOf(cutTo);
  const from = new Date(fromMs).toISOString();
  const total = count * (1 + definitions.length);
  const report = reporter(operation, total);

  const scope = await readScopeOf({ principal });
  const sight = await activitySightOf({ principal });
  const untilMs = Date.parse(until);
  const typeOf = typesOf(orgId);
  const others = await startable(orgId, automationId, typeOf);
  const own = definitions.map(({ definition }) => definition);
  const all = [...own, ...others.map(({ definition }) => definition)];
  const types = all.some(readsRelated) ? await cardTypesOf(orgId) : [];
  const related = new Set(
    [...own.map((definition) => ({ typeId, definition })), ...others].flatMap((one) => relatedNeeded(one, types)),
  );
  const typeIds = new Set([typeId, ...related]);
  const past = await replayedPast(orgId, {
    automationId,
    typeIds,
    fromMs,
    untilMs,
    // Others start with what the simulation makes.
    activityTypes: all.some(readsFigures) ? activityTypes : own.flatMap(activitiesNeeded),
    onRead: (read) => report(Math.min(read, count)),
  });
  // Reading takes as long as it takes: the time is for the replay.
  const readAt = performance.now();
  const type = await typeOf(typeId);
  const shared = {
    records: past.records,
    lost: past.lost,
    from,
    until,
    timeZone,
    sees: (card: Card) => inScope(scope, card),
    seesActivity: (activity: Activity) => isInSight(sight, activity),
    typeOf,
    act: await foreseer({ actor, userId, clock, typeOf }),
    others,
    mostRuns,
  };
  const isAbout = all.some(readsFigures);
  const around = isAbout ? await withUntouchedAround(past, orgId, typeIds) : past.activitiesBefore;
  const merged = isAbout || related.size > 0 ? await mergedOfTypes(orgId, typeIds) : new Map<CardId, CardId>();
  const relating = related.size > 0 ? { relating: await relatingIn(orgId, scope, merged, until) } : {};
  const seen = new Map([...past.cardsBefore].filter(([id]) => isSeen(scope, past.cardsNow.get(id))));
  const lookups = lookupsOf(orgId, principal);
  const simulated = [];
  for (const [index, { version, definition }] of definitions.entries()) {
    const [problem] = await problemsOf(definition, type, orgId, lookups);
    // Fields may have been deleted since it was asked for.
    if (problem) throw new KartisError("INVALID_INPUT", { messageKey: "automations.problem.some" });
    const scanned = { orgId, scope, sight, type, definition, window: { from, to: until, timeZone } };
    const activities = await withUntouchedTasks(around, past.lostActivities, scanned);
    const cards = await withUntouched(seen, activities, past.cardsNow, scanned);
    const outcome = await new Simulation({
      ...shared,
      subject: { id: automationId, typeId, definition, publisherId: userId },
      cards,
      activities,
      merged,
      ...relating,
      // Not beyond the time that there is.
      lookMs: Math.min(lookMs, runMs),
      async onProgress(replayed) {
        await report(count + index * count + Math.round((replayed / (past.records.length || 1)) * count));
        return performance.now() - readAt < runMs;
      },
    }).run();
    simulated.push({ version, runs: outcome.runs, summary: outcome.tally.summary(version, outcome.runs, shownZone ?? timeZone) });
  }
  const tookMs = Math.round(performance.now() - began);
  const summaries = simulated.map(({ summary }) => summary);
  await storeResult(
    operation,
    listed(simulated),
    { from, until, records: count, tookMs, isCut: cutTo !== null, summaries },
    clock,
  );
  await amendOperation(operation, { state: "done", total, done: total });
  return true;
}

/** Writes the progress, but not more often than twice a second. Throws PRECONDITION_FAILED once the operation is canceled. */
function reporter(operation: RunningOperation, total: number): (done: number) => Promise<void> {
  let lastAt = 0;
  return async (done) => {
    if (performance.now() - lastAt < progressMs) return;
    lastAt = performance.now();
    await amendOperation(operation, { total, done });
  };
}

const mergedOfTypes = async (orgId: OrgId, typeIds: ReadonlySet<CardTypeId>): Promise<ReadonlyMap<CardId, CardId>> =>
  new Map((await Promise.all([...typeIds].map((typeId) => mergedOfType(orgId, typeId)))).flatMap((merged) => [...merged]));

/** Related cards that are read for one. The engine considers no more than a thousand; among these can be some that the simulation knows by itself. */
const mostUntouched = 2_000;

async function relatingIn(orgId: OrgId, scope: Scope, merged: Relating["merged"], until: string): Promise<Relating> {
  return {
    types: await cardTypesOf(orgId),
    merged,
    async untouched(card, typeId) {
      const { cards, total } = await cardsRelatedTo(orgId, scope, card, { typeId, limit: mostUntouched });
      // One that was created since then is not of the past.
      const known = cards.filter(({ createdAt }) => createdAt <= until);
      return { cards: known, total: total - (cards.length - known.length) };
    },
  };
}

const isSeen = (scope: Scope, now: Card | undefined): boolean => now !== undefined && inScope(scope, now);

const typesOf = (orgId: OrgId): ((typeId: CardTypeId) => Promise<CardType>) => {
  const types = new Map<CardTypeId, Promise<CardType>>();
  return (typeId) => {
    const type = types.get(typeId) ?? getCardType(orgId, typeId);
    types.set(typeId, type);
    return type;
  };
};

/** The published automations, besides the simulated one, that changes can start, or dates that are entered. Those that no longer fit their card type would be switched off. */
async function startable(orgId: OrgId, except: string, typeOf: (typeId: CardTypeId) => Promise<CardType>): Promise<Simulated[]> {
  const live = (await automationsOf(orgId))
    .filter(isLive)
    .filter(
      ({ id, live: { definition } }) =>
        id !== except && (triggerOf(definition.trigger).on.length > 0 || isOfDates(definition.trigger)),
    );
  const lookups = lookupsOf(orgId);
  const sound = await Promise.all(
    live.map(async ({ id, typeId, live: { definition, publishedBy: publisherId } }): Promise<Simulated[]> => {
      try {
        const problems = await problemsOf(definition, await typeOf(typeId), orgId, lookups);
        return problems.length === 0 ? [{ id, typeId, definition, publisherId }] : [];
      } catch (error) {
        if (error instanceof KartisError && error.code === "NOT_FOUND") return [];
        throw error;
      }
    }),
  );
  return sound.flat();
}
