import type { OrgId, RecordId } from "../kernel/id.ts";
import { lazy, tenantEntity } from "./entity.ts";

/** Which consumer has had which record. Kept as long as a queue can hold a message (SQS: 14 days at most). */
export const ledgerEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "ledger", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      consumer: { type: "string", required: true },
      recordId: { type: "string", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "consumer"], casing: "none" },
        sk: { field: "sk", composite: ["recordId"], casing: "none" },
      },
    },
  }),
);

/** True when the consumer has had the record. */
export async function hasHad(orgId: OrgId, consumer: string, recordId: RecordId): Promise<boolean> {
  const { data } = await ledgerEntity().get({ orgId, consumer, recordId }).go({ consistent: true });
  return data !== null;
}
