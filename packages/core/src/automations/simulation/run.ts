import { recordsSince } from "../../as-of/index.ts";
import { getCardType, inScope, readScopeOf, streamCards } from "../../cards/index.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import { timeOf } from "../../data/replica/feed.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import { requireRight } from "../../kernel/procedure.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { Scope } from "../../kernel/scope.ts";
import { amendOperation, type RunningOperation } from "../../operations/index.ts";
import { problemsOf } from "../check.ts";
import { ownConditions } from "../conditions/settle.ts";
import { isLive } from "../engine/start.ts";
import type { Definition } from "../schema.ts";
import { automationsOf } from "../store.ts";
import { triggerOf } from "../triggers/list.ts";
import { foreseer } from "./act.ts";
import { listed } from "./compare.ts";
import { replayedPast } from "./past.ts";
import { mostRecords, mostRuns, simulationOperation } from "./schema.ts";
import { whyNotSimulable } from "./simulable.ts";
import { type Simulated, Simulation } from "./simulation.ts";
import { storeResult } from "./stored.ts";

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
  const untilMs = Date.parse(until);
  const past = await replayedPast(orgId, {
    automationId,
    typeId,
    fromMs,
    untilMs,
    onRead: (read) => report(Math.min(read, count)),
  });
  // Reading takes as long as it takes: the time is for the replay.
  const readAt = performance.now();
  const typeOf = typesOf(orgId);
  const type = await typeOf(typeId);
  const shared = {
    records: past.records,
    lost: past.lost,
    from,
    until,
    timeZone,
    sees: (card: Card) => inScope(scope, card),
    typeOf,
    act: await foreseer({ actor, userId, clock, typeOf }),
    others: await startable(orgId, automationId, typeOf),
    mostRuns,
  };
  const seen = new Map([...past.cardsBefore].filter(([id]) => isSeen(scope, past.cardsNow.get(id))));
  const simulated = [];
  for (const [index, { version, definition }] of definitions.entries()) {
    const [problem] = await problemsOf(definition, type, orgId);
    // Fields may have been deleted since it was asked for.
    if (problem) throw new KartisError("INVALID_INPUT", { messageKey: "automations.problem.some" });
    const cards = await withUntouched(seen, past.cardsNow, { orgId, scope, type, definition });
    const outcome = await new Simulation({
      ...shared,
      subject: { id: automationId, typeId, definition, publisherId: userId },
      cards,
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

const isSeen = (scope: Scope, now: Card | undefined): boolean => now !== undefined && inScope(scope, now);

const typesOf = (orgId: OrgId): ((typeId: CardTypeId) => Promise<CardType>) => {
  const types = new Map<CardTypeId, Promise<CardType>>();
  return (typeId) => {
    const type = types.get(typeId) ?? getCardType(orgId, typeId);
    types.set(typeId, type);
    return type;
  };
};

/** The published automations, besides the simulated one, that changes can start. Those that no longer fit their card type would be switched off. */
async function startable(orgId: OrgId, except: string, typeOf: (typeId: CardTypeId) => Promise<CardType>): Promise<Simulated[]> {
  const live = (await automationsOf(orgId))
    .filter(isLive)
    .filter(({ id, live: { definition } }) => id !== except && triggerOf(definition.trigger).on.length > 0)
    .filter(({ live: { definition } }) => whyNotSimulable(definition) === undefined);
  const sound = await Promise.all(
    live.map(async ({ id, typeId, live: { definition, publishedBy: publisherId } }): Promise<Simulated[]> => {
      try {
        const problems = await problemsOf(definition, await typeOf(typeId), orgId);
        return problems.length === 0 ? [{ id, typeId, definition, publisherId }] : [];
      } catch (error) {
        if (error instanceof KartisError && error.code === "NOT_FOUND") return [];
        throw error;
      }
    }),
  );
  return sound.flat();
}

/** Whether the conditions mean the same at any moment and for anybody. */
const isPlain = (filter: Filter): boolean =>
  sameValue(filter, ownConditions(filter, { nowMs: 0, timeZone: "UTC", publisherId: "usr_", causedBy: null }));

interface Scanned {
  readonly orgId: OrgId;
  readonly scope: Scope;
  readonly type: CardType;
  readonly definition: Definition;
}

/** For a schedule, also the cards that nobody has changed since: they have been the same all along. */
async function withUntouched(
  touched: ReadonlyMap<CardId, Card | undefined>,
  now: ReadonlyMap<CardId, Card>,
  { orgId, scope, type, definition: { trigger, filter } }: Scanned,
): Promise<ReadonlyMap<CardId, Card | undefined>> {
  const { schedule } = triggerOf(trigger);
  if (!schedule || schedule.tasks) return touched;
  const cards = new Map(touched);
  // Days counted from the present moment are others at each firing: such conditions are evaluated then.
  const parts = [...(filter && isPlain(filter) ? [filter] : []), ...(schedule.filter ? [schedule.filter(trigger)] : [])];
  const query = { cardTypeId: type.id, filter: { all: parts }, sort: [{ fieldId: "createdAt", direction: "asc" as const }] };
  for await (const some of streamCards(orgId, scope, query))
    for (const card of some) if (!now.has(card.id)) cards.set(card.id, card);
  return cards;
}
