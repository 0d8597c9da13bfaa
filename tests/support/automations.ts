import { dueCards } from "@kartis/core/automations/engine/turn.ts";
import type { Procedures } from "@kartis/core/automations/engine/perform.ts";
import { runCard } from "@kartis/core/automations/engine/run.ts";
import { dueSchedules, runSchedule } from "@kartis/core/automations/engine/schedule.ts";
import { startRuns } from "@kartis/core/automations/engine/start.ts";
import { startingActions } from "@kartis/core/automations/triggers/list.ts";
import { findActivities, streamTasks } from "@kartis/core/activities/index.ts";
import { findCards, getCardType, scopeOf, streamCards } from "@kartis/core/cards/index.ts";
import { recordPages } from "@kartis/core/data/journal-entity.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import type { Clock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { findSettings } from "@kartis/core/organizations/index.ts";
import { procedureNamed } from "@kartis/events/automations/procedures.ts";

const eventOf = ({ id, orgId, changes }: JournalRecord) => ({
  orgId,
  recordId: id,
  actions: changes.map(({ action }) => action),
  changes: changes.length,
});

async function recordsOf(orgId: OrgId, from: string): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const page of recordPages(orgId, from)) records.push(...page);
  return records;
}

/** Starts runs for the organization's records, optionally from one on and in another order. */
export async function startAll(
  orgId: OrgId,
  clock: Clock,
  { from = "", order = (all) => all }: { from?: string; order?: (records: JournalRecord[]) => JournalRecord[] } = {},
) {
  const records = (await recordsOf(orgId, from)).filter(({ changes }) =>
    changes.some(({ action }) => startingActions.some((known) => known === action)),
  );
  await startRuns(orgId, order(records).map(eventOf), { clock, findActivities, findCards, findSettings, scopeOf });
}

/** Evaluates the organization's due schedules and executes its due runs. @returns the number of automations and cards that were due */
export async function runDue(orgId: OrgId, clock: Clock, procedures: Procedures = procedureNamed): Promise<number> {
  let count = 0;
  for await (const due of dueSchedules(clock)) {
    if (due.orgId !== orgId) continue;
    count++;
    await runSchedule(orgId, due.automationId, { clock, streamCards, streamTasks, findSettings, getCardType, runMs: 30_000 });
  }
  for await (const due of dueCards(clock)) {
    if (due.orgId !== orgId) continue;
    count++;
    await runCard(orgId, due.cardId, { clock, procedures, reads: { findCards, getCardType }, runMs: 30_000 });
  }
  return count;
}

/** Starts and executes runs until none is left. */
export async function settleAutomations(orgId: OrgId, clock: Clock, from = ""): Promise<void> {
  for (let pass = 0; pass < 20; pass++) {
    await startAll(orgId, clock, { from });
    if ((await runDue(orgId, clock)) === 0) return;
  }
  throw new Error("Automations never settle");
}
