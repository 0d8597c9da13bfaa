import type { OrgId, RecordId } from "../kernel/id.ts";
import { lazy, unrecordedEntity } from "./entity.ts";
import { partition } from "./partitions.ts";

/** Records each consumer has already processed, and changes that repeatable calls have made. Kept as long as a queue can hold a message (SQS: 14 days at most). */
export const ledgerEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "ledger", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      consumer: { type: "string", required: true },
      recordId: { type: "string", required: true },
      /** The record that it wrote. */
      wrote: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("ledger"),
        sk: { field: "sk", composite: ["consumer", "recordId"], casing: "none" },
      },
    },
  }),
);

/** True when the consumer has processed the record. */
export async function hasHad(orgId: OrgId, consumer: string, recordId: RecordId): Promise<boolean> {
  const { data } = await ledgerEntity().get({ orgId, consumer, recordId }).go({ consistent: true });
  return data !== null;
}

/** The record that was written with the entry; undefined when there is no entry, or it wrote none. */
export async function recordOf(orgId: OrgId, consumer: string, recordId: string): Promise<RecordId | undefined> {
  const { data } = await ledgerEntity().get({ orgId, consumer, recordId }).go({ consistent: true });
  return data?.wrote;
}
