import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { writeSnapshotIfDue } from "@kartis/core/replicas.ts";

/** Keeps a fresh snapshot for cold processes to start from. Writing one twice is harmless: it is published with a condition. */
export const handler = organizationConsumer({ name: "replica-on-change", run: (orgId) => writeSnapshotIfDue(orgId) });
