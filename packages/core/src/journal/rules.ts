import { journalActions, subjectKinds } from "../data/journal.ts";

/** Who acts without being a person. */
export const otherActors = ["token", "automation", "system"] as const;
export const origins = ["ui", "api", "import", "bulk", "undo", "automation", "system"] as const;

/** What is written for replicas alone tells people nothing. */
export const auditActions = journalActions.filter((action) => action !== "replica.repair");
export const auditKinds = subjectKinds;
