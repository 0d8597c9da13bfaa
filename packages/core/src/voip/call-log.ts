import { type DueLane, dueLaneOf, duePages } from "../data/due-index.ts";
import { put, remove, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { receiveAll } from "../provider-events/index.ts";
import { findAlias, wasEnded } from "./alias.ts";
import { callIdOf, findCall } from "./calls.ts";
import { accountOf, findConnection, noteProblem } from "./connection.ts";
import { callLogEntity } from "./entity.ts";
import { statusOf } from "./facts.ts";
import { type ProviderReport, type StoredReport, VoipRefusal } from "./providers/definition.ts";
import { reportEvent } from "./reports.ts";
import { isBlocking, isConnectionProblem } from "./rules.ts";
import { hourMs, dayMs } from "../kernel/time-units.ts";

/** Calls are in the log by their beginning, once they are over: two hours later at most, and a few minutes. */
const overlapMs = 3 * hourMs;
/** After a long time without a connection, the log is read from here on. */
const mostMs = 7 * dayMs;
/** After a failure that says nothing about the connection. */
const pauseMs = hourMs;

/** In the next night, by UTC; spread over four hours, so that providers are not asked about all organizations at once. */
function nextNight(orgId: OrgId, nowMs: number): number {
  const spread = ((orgId.charCodeAt(orgId.length - 1) * 31 + orgId.charCodeAt(orgId.length - 2)) % 240) * 60_000;
  const tonight = Math.floor(nowMs / dayMs) * dayMs + spread;
  return tonight > nowMs ? tonight : tonight + dayMs;
}

const atMs = (ms: number): string => new Date(ms).toISOString();

/** The write after which the provider's log is compared every night, for calls from now on. */
export const logBegins = (orgId: OrgId, clock: Clock): Write =>
  put(
    callLogEntity()
      .put({ orgId, lane: dueLaneOf(orgId), dueAt: atMs(nextNight(orgId, clock.now())), readTo: instant(clock), version: 1 })
      .params(),
    "stale",
  );

export const logEnds = (orgId: OrgId): Write => remove(callLogEntity().delete({ orgId }).params(), "stale");

/** The organizations whose provider's log is due. */
export async function* dueLogs(clock: Clock): AsyncGenerator<OrgId> {
  const due = (lane: DueLane, from: string, until: string) =>
    callLogEntity().query.byDue({ lane }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due)) for (const { orgId } of page) if (isId("org", orgId)) yield orgId;
}

/**
 * Takes in the calls that only the provider's log has, because no report of them came. Harmless to repeat; what is left when the time is up, the next sweep reads.
 * A refusal of the connection itself is recorded on it.
 */
export async function compareLog(orgId: OrgId, clock: Clock, until: number): Promise<void> {
  const { data: progress } = await callLogEntity().get({ orgId }).go({ consistent: true });
  if (!progress) return;
  const { version } = progress;
  const note = async (next: { readonly dueAt: string; readonly readTo?: string }): Promise<void> => {
    try {
      await callLogEntity()
        .put({ ...progress, ...next, version: version + 1 })
        .where((attribute, { eq }) => eq(attribute.version, version))
        .go();
    } catch (error) {
      // Connected anew, or compared by another run.
      if (!isFailedCondition(error)) throw error;
    }
  };
  const now = clock.now();
  const night = atMs(nextNight(orgId, now));
  const connection = await findConnection(orgId);
  if (!connection || isBlocking(connection.problem)) return note({ dueAt: night });
  const { provider, account } = accountOf(orgId, connection);
  if (!provider.log) return note({ dueAt: night });
  let from = Math.max(Date.parse(progress.readTo) - overlapMs, now - mostMs);
  try {
    for (;;) {
      const { reports, isWhole } = await provider.log({ from: atMs(from), to: atMs(now) }, account);
      await takeMissing(orgId, connection.provider, reports, clock);
      if (isWhole) return await note({ dueAt: night, readTo: atMs(now) });
      // The log has the oldest first, and gives no more at a time.
      from = Math.max(from + 1_000, ...reports.map(({ at }) => Date.parse(at)));
      if (clock.now() >= until) return await note({ dueAt: instant(clock), readTo: atMs(from + overlapMs) });
    }
  } catch (error) {
    if (error instanceof VoipRefusal && isConnectionProblem(error.reason)) {
      await noteProblem(orgId, error.reason, atMs(now), clock);
      return note({ dueAt: night });
    }
    await note({ dueAt: atMs(clock.now() + pauseMs) });
    throw error;
  }
}

/** As many are looked up at a time. */
const together = 25;

async function takeMissing(orgId: OrgId, provider: string, reports: readonly ProviderReport[], clock: Clock): Promise<void> {
  for (let from = 0; from < reports.length; from += together) {
    const some = reports.slice(from, from + together).map((report): StoredReport => ({ provider, ...report }));
    const isMissing = await Promise.all(some.map((report) => isUnknown(orgId, report)));
    const missing = some.filter((_, index) => isMissing[index]).map((report) => reportEvent(orgId, report));
    if (missing.length > 0) await receiveAll(orgId, missing, clock);
  }
}

/** Whether a report says something new: its call is not known, or not known to be over. One that was deleted here is not to come back. */
async function isUnknown(orgId: OrgId, { provider, providerId, reference }: StoredReport): Promise<boolean> {
  const known = { provider, providerId };
  const derived = callIdOf(orgId, known);
  const id = (isId("cal", reference) ? reference : undefined) ?? (await findAlias(orgId, known)) ?? derived;
  const [call, isGone] = await Promise.all([findCall(orgId, id), wasEnded(orgId, id)]);
  if (call) return statusOf(call.facts) === "pending" || call.facts.outcome.value.reason === "unreported";
  return !isGone;
}
