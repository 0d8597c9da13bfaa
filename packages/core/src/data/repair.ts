import { decodeTime } from "ulid";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/id.ts";
import { commit, repairOf } from "./commit.ts";
import type { JournalRecord } from "./journal.ts";

/** Readers look back ten seconds from the last id they saw; a record that lands later than this may be missed. */
const lateMs = 8_000;

/**
 * For each record that reached the table long after the time in its id, appends a `replica.repair` record about its subjects, which makes replicas reread those
 * by key (ARCHITECTURE, "Late records"). Harmless to repeat: the ledger remembers.
 */
export async function repairLate(landed: readonly { record: JournalRecord; landedAtMs: number }[]): Promise<void> {
  for (const { record, landedAtMs } of landed) {
    if (landedAtMs - decodeTime(record.id) <= lateMs || record.changes.some((change) => change.action === "replica.repair"))
      continue;
    const changes = record.changes.map(repairOf);
    await commit(
      {
        orgId: record.orgId,
        actor: systemActor(record.orgId, "publisher"),
        clock: systemClock,
        requestId: newId("req"),
        origin: "system",
        causedBy: record.id,
        ledger: { consumer: "repair", recordId: record.id },
      },
      async () => ({ writes: [], records: [{ changes }], result: undefined }),
    );
  }
}
