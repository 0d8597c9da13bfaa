import type { Change, Values } from "../../data/journal.ts";
import { definitions } from "./list.ts";

const derived: ReadonlySet<string> = new Set([
  "type",
  "createdBy",
  "automationId",
  ...Object.values(definitions).flatMap((one) => one.derived),
]);

const readable = (values: Values | null): Values | null =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => !derived.has(name)));

/** The change with the values that people wrote; those that only follow from them are left out. */
export const readableChange = (change: Change): Change =>
  change.subject.kind === "activity" ? { ...change, before: readable(change.before), after: readable(change.after) } : change;
