import type { Priority } from "@kartis/core/activities/tasks/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";

/** Maximum that the API accepts. */
const most = 100;
const priorities: readonly (Priority | null)[] = ["HIGH", "MEDIUM", "LOW", null];
const none = "none";

/** Several values as the address has them: `none,usr_…`. What is not known is left out, and each is there once. */
function readSeveral<T>(text: unknown, read: (part: string) => T | undefined): readonly T[] {
  if (typeof text !== "string") return [];
  const known = text
    .split(",")
    .map((part) => read(part.trim()))
    .filter((value) => value !== undefined);
  return [...new Set(known)].slice(0, most);
}

/** People of an address; null stands for no one. */
export const peopleIn = (text: unknown): readonly (UserId | null)[] =>
  readSeveral(text, (part) => (part === none ? null : isId("usr", part) ? part : undefined));

/** Priorities of an address; null is none. */
export const prioritiesIn = (text: unknown): readonly (Priority | null)[] =>
  readSeveral(text, (part) => (part === none ? null : priorities.find((known) => known === part)));

/** In a fixed order, whichever was chosen first; undefined if empty. */
export const writeSeveral = (values: readonly (string | null)[]): string | undefined =>
  values
    .map((value) => value ?? none)
    .toSorted()
    .join() || undefined;
