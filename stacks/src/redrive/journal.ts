import { ulidForm } from "@kartis/core/kernel/id-form.ts";
import { firstIdAt, timeOf } from "@kartis/core/data/replica/feed.ts";
import { recordPages } from "@kartis/core/data/journal-entity.ts";
import type { OrgId, RecordId } from "@kartis/core/kernel/id.ts";
import { publish } from "@kartis/functions/publisher/publish.ts";

/** Time for which consumers remember what they have processed; they would process older records twice. A day less, since a run takes time. */
const longestMs = 13 * 86_400_000;
/** Records are put on the bus in the order of their ids, and one that is written while that goes on comes by the stream. */
const patienceMs = [100, 1_000, 5_000] as const;

/** The first record to publish: an id, or an instant. Throws for anything else, and for what lies too far back. */
export function firstRecord(text: string, now: number): RecordId {
  const ms = Date.parse(text);
  if (!ulidForm.test(text) && Number.isNaN(ms)) throw new Error(`${text} is neither the id of a record nor an instant`);
  const first = ulidForm.test(text) ? text : firstIdAt(ms);
  if (now - timeOf(first) > longestMs)
    throw new Error("Consumers remember for fourteen days what they have had: records that are older are not published again");
  return first;
}

/** Publishes the organizations' records from that id on once more. Harmless: consumers know what they have processed. @returns how many. */
export async function republish(
  orgIds: readonly OrgId[],
  from: RecordId,
  pause: (milliseconds: number) => Promise<void>,
): Promise<number> {
  let published = 0;
  for (const orgId of orgIds) {
    for await (const page of recordPages(orgId, from)) {
      let left = page;
      for (let attempt = 0; left.length > 0; attempt++) {
        const failedAt = await publish(left);
        published += failedAt === -1 ? left.length : failedAt;
        left = failedAt === -1 ? [] : left.slice(failedAt);
        const wait = patienceMs[attempt];
        if (left.length === 0) break;
        if (wait === undefined) throw new Error(`The bus does not take record ${left[0]?.id} of ${orgId}: go on from there`);
        await pause(wait);
      }
    }
  }
  return published;
}
