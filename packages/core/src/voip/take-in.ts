import { isDeepStrictEqual } from "node:util";
import type { cardsWithPhone, fieldContextOf, findCards, StoredCard } from "../cards/index.ts";
import { phone } from "../cards/fields/types/phone.ts";
import { type ActivityValues } from "../activities/types/definition.ts";
import type { creation, edit, findActivities, purging } from "../activities/index.ts";
import { type ChangeSet, type CommitContext, systemContext, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import { type CardId, isId, newId, type OrgId, type RecordId, type UserId } from "../kernel/id.ts";
import { commitMetered } from "../plans/index.ts";
import {
  type CallAction,
  callChange,
  callIdOf,
  callRemoval,
  findCall,
  noCall,
  type ProviderCall,
  type StoredCall,
} from "./calls.ts";
import { aliasWrite, findAlias, noAlias } from "./alias.ts";
import { type CallFacts, closed, factsOf, joined, statusOf } from "./facts.ts";
import type { StoredReport } from "./providers/definition.ts";
import type { Silence } from "./reports.ts";
import type { CallId } from "./schema.ts";

/** Dependencies, injected so that a report does not bundle everything else about cards and activities. */
export interface CallDependencies {
  readonly findActivities: typeof findActivities;
  readonly creation: typeof creation;
  readonly edit: typeof edit;
  readonly purging: typeof purging;
  readonly cardsWithPhone: typeof cardsWithPhone;
  readonly fieldContextOf: typeof fieldContextOf;
  readonly findCards: typeof findCards;
  readonly membersWithExtension: (orgId: OrgId, extension: string) => Promise<UserId[]>;
}

export interface TakingIn {
  readonly clock: Clock;
  readonly causedBy?: RecordId;
  readonly deps: CallDependencies;
}

const contextOf = (orgId: OrgId, { clock, causedBy }: TakingIn): CommitContext => systemContext(orgId, "voip", clock, causedBy);

const nothing = { writes: [], records: [], result: undefined } as const;

/**
 * Processes a report of a provider. Harmless to repeat; the reports of a call may come in any order.
 * @returns the members whose telephone has something new to show: it rings, or rings no more
 */
export async function takeIn(orgId: OrgId, report: StoredReport, taking: TakingIn): Promise<readonly UserId[]> {
  const { deps } = taking;
  const { provider, providerId, reference } = report;
  const settings = { options: [], ...(await deps.fieldContextOf(orgId)) };
  const read = report.number === null ? undefined : phone.accept(report.number, settings);
  const facts = factsOf({ ...report, number: read?.ok ? read.value : report.number });
  const action =
    report.source !== "live" ? "voip.callDetailRecord" : report.direction === "IN" ? "voip.incomingCall" : "voip.update";
  const ours = isId("cal", reference) && (await findCall(orgId, reference)) ? reference : undefined;
  const known = { provider, providerId };
  const call = await (ours ? learn(orgId, ours, known, facts, action, taking) : follow(orgId, known, facts, action, taking));
  // Whoever it rang at before is notified too: a colleague may have picked up.
  const extensions = call?.facts.direction.value === "IN" ? call.facts.rings : [];
  return (await Promise.all(extensions.map((extension) => deps.membersWithExtension(orgId, extension)))).flat();
}

/** Adds facts to the call that a provider knows by an id; it is made if it is not known yet. */
async function follow(
  orgId: OrgId,
  known: ProviderCall,
  facts: CallFacts,
  action: CallAction,
  taking: TakingIn,
): Promise<StoredCall> {
  const { result } = await commitMetered(contextOf(orgId, taking), async (at) => {
    const callId = await findAlias(orgId, known);
    const id = callId ?? callIdOf(orgId, known);
    const call = await findCall(orgId, id);
    const made = await withFacts(orgId, { id, call, facts, action }, at, taking);
    const guard = call || callId ? [] : [noAlias(orgId, known)];
    return { ...made, writes: [...made.writes, ...guard] };
  });
  return result;
}

/**
 * Adds facts to a call that was placed in Kartis, now that the provider's id for it is known. If reports under that id came before, and made a call of their own,
 * that call is taken into this one.
 */
export async function learn(
  orgId: OrgId,
  callId: CallId,
  known: ProviderCall,
  facts: CallFacts,
  action: CallAction,
  taking: TakingIn,
): Promise<StoredCall | undefined> {
  const { clock } = taking;
  const { result } = await commitMetered(contextOf(orgId, taking), async (at) => {
    const [call, alias, stray] = await Promise.all([
      findCall(orgId, callId),
      findAlias(orgId, known),
      findCall(orgId, callIdOf(orgId, known)),
    ]);
    if (!call) return nothing;
    const all = stray ? joined(facts, stray.facts) : facts;
    const { writes, records, result: joint } = await withFacts(orgId, { id: callId, call, facts: all, action }, at, taking);
    const removal = stray ? await strayRemoval(orgId, stray, taking.deps) : { writes: [], changes: [] };
    const naming = [
      ...(alias ? [] : [aliasWrite(orgId, known, callId, clock)]),
      ...(alias || stray ? [] : [noCall(orgId, callIdOf(orgId, known))]),
    ];
    return {
      writes: [...writes, ...removal.writes, ...naming],
      records: [...records, ...(removal.changes.length > 0 ? [{ changes: removal.changes }] : [])],
      result: joint,
    };
  });
  return result;
}

async function strayRemoval(
  orgId: OrgId,
  stray: StoredCall,
  deps: CallDependencies,
): Promise<{ writes: Write[]; changes: Change[] }> {
  const activity = stray.activityId ? (await deps.findActivities(orgId, [stray.activityId])).get(stray.activityId) : undefined;
  const removals = [callRemoval(orgId, stray), ...(activity ? [deps.purging(orgId, activity)] : [])];
  return { writes: removals.map(({ write }) => write), changes: removals.map(({ change }) => change) };
}

/** Adds facts to a call that was placed in Kartis. Nothing if it has been deleted. */
export async function addFacts(orgId: OrgId, callId: CallId, facts: CallFacts, taking: TakingIn): Promise<void> {
  await commitMetered(contextOf(orgId, taking), async (at) => {
    const call = await findCall(orgId, callId);
    return call
      ? { ...(await withFacts(orgId, { id: callId, call, facts, action: "voip.update" }, at, taking)), result: undefined }
      : nothing;
  });
}

/** Gives up a call of which nothing more is reported, unless something has been since. */
export async function giveUp(orgId: OrgId, { silent, version }: Silence, taking: TakingIn): Promise<void> {
  await commitMetered(contextOf(orgId, taking), async (at) => {
    const call = await findCall(orgId, silent);
    if (call?.version !== version || statusOf(call.facts) !== "pending") return nothing;
    const given = { id: silent, call, facts: closed(call.facts), action: "voip.update" } as const;
    return { ...(await withFacts(orgId, given, at, taking)), result: undefined };
  });
}

interface Addition {
  readonly id: CallId;
  /** The call as it is stored; undefined for a new one. */
  readonly call: StoredCall | undefined;
  readonly facts: CallFacts;
  readonly action: CallAction;
  /** What a new call begins with. */
  readonly begun?: Partial<Pick<StoredCall, "cardId" | "placedBy">>;
}

/** The change set that adds facts to a call, with its entry on the timeline of the card that has its number. Empty if they are known already. */
export async function withFacts(
  orgId: OrgId,
  { id, call, facts: added, action, begun }: Addition,
  at: string,
  { deps }: Pick<TakingIn, "deps">,
): Promise<ChangeSet<StoredCall>> {
  const facts = call ? joined(call.facts, added) : added;
  const before = call ?? {
    id,
    // A call that was erased and is reported again has the same id, and must be newer than its end.
    version: Date.parse(at),
    facts,
    userId: null,
    cardId: null,
    activityId: null,
    placedBy: null,
    handledBy: null,
    createdAt: at,
    changedAt: at,
    ...begun,
  };
  const [cardId, userId] = await Promise.all([homeOf(orgId, before, facts, deps), personOf(orgId, before, facts, deps)]);
  const next: StoredCall = { ...before, facts, cardId, userId };
  // The table does not keep the order of keys.
  if (call && isDeepStrictEqual(next, call)) return { writes: [], records: [], result: call };
  return written(orgId, { next, call, action }, at, deps);
}

/** Gives a call without a card to a card that has its number by now. Harmless to repeat. */
export async function matchAgain(orgId: OrgId, callId: CallId, taking: TakingIn): Promise<void> {
  const { deps } = taking;
  await commitMetered(contextOf(orgId, taking), async (at) => {
    const call = await findCall(orgId, callId);
    const cardId = call && !call.cardId ? await homeOf(orgId, call, call.facts, deps) : null;
    if (!call || !cardId) return nothing;
    const matched = await written(orgId, { next: { ...call, cardId }, call, action: "voip.update" }, at, deps);
    return { ...matched, result: undefined };
  });
}

/** The change set that stores a call, with its entry on the timeline of its card. */
async function written(
  orgId: OrgId,
  { next, call, action }: { next: StoredCall; call: StoredCall | undefined; action: CallAction },
  at: string,
  deps: CallDependencies,
): Promise<ChangeSet<StoredCall>> {
  const entry = await entryOf(orgId, next, at, deps);
  const stored: StoredCall = {
    ...next,
    version: call ? call.version + 1 : next.version,
    activityId: entry?.activityId ?? next.activityId,
    changedAt: at,
  };
  const { write, change } = callChange(orgId, stored, call, action);
  return {
    writes: [write, ...(entry?.writes ?? [])],
    records: [{ changes: [change] }, ...(entry && entry.changes.length > 0 ? [{ changes: entry.changes }] : [])],
    result: stored,
  };
}

/** The call's card, or one that has its number, outside the trash; if several have it, the one changed last. A call stays with the card whose timeline has it. */
async function homeOf(
  orgId: OrgId,
  { cardId, activityId }: StoredCall,
  { number }: CallFacts,
  deps: CallDependencies,
): Promise<CardId | null> {
  if (cardId && activityId) return cardId;
  for (const found of [...(cardId ? [cardId] : []), ...(number ? await deps.cardsWithPhone(orgId, number.value) : [])]) {
    const card = (await deps.findCards(orgId, [found])).get(found);
    if (card && isKept(card)) return card.id;
  }
  return null;
}

const isKept = ({ trashedAt }: StoredCard): boolean => !trashedAt;

/** Who placed the call in Kartis, or the member whose extension it is, if it is one member's alone. */
async function personOf(
  orgId: OrgId,
  call: StoredCall,
  { extension }: CallFacts,
  deps: CallDependencies,
): Promise<UserId | null> {
  if (call.placedBy) return call.placedBy;
  if (!extension) return call.userId;
  if (call.facts.extension?.value === extension.value && call.userId) return call.userId;
  const [first, ...others] = await deps.membersWithExtension(orgId, extension.value);
  return first && others.length === 0 ? first : null;
}

/** The values of a call's entry on the timeline. */
export function valuesOf({ id, facts, userId, cardId }: StoredCall): ActivityValues {
  const { direction, number, outcome, startedAt, recording } = facts;
  return {
    cardId,
    callId: id,
    direction: direction.value,
    number: number?.value ?? null,
    status: statusOf(facts),
    seconds: outcome.value.state === "answered" ? outcome.value.seconds : null,
    reason: outcome.value.reason,
    happenedAt: startedAt.value,
    recording: recording?.value ?? null,
    people: userId ? [userId] : [],
  };
}

/** The writes of the call's entry: a new one, or what has changed in the one there is. An entry that somebody has deleted for good is not made again. */
async function entryOf(orgId: OrgId, call: StoredCall, at: string, deps: CallDependencies) {
  if (!call.cardId) return undefined;
  if (!call.activityId) {
    const activityId = newId("act", Date.parse(at));
    const { write, change } = deps.creation(orgId, "CALL", activityId, valuesOf(call), call.placedBy ?? "voip", at);
    return { activityId, writes: [write], changes: [change] };
  }
  const current = (await deps.findActivities(orgId, [call.activityId])).get(call.activityId);
  const edited = current && deps.edit(orgId, current, valuesOf(call), undefined, at);
  return { activityId: call.activityId, writes: edited ? [edited.write] : [], changes: edited ? [edited.change] : [] };
}
