import { journalActions, subjectKinds } from "../data/journal.ts";

/** Actors that are not people. */
export const otherActors = ["token", "automation", "webhook", "form", "system"] as const;
export const origins = ["ui", "api", "import", "bulk", "undo", "automation", "system"] as const;

/** Records written for replicas alone mean nothing to people. */
export const auditActions = journalActions.filter((action) => action !== "replica.repair");
export const auditKinds = subjectKinds;
