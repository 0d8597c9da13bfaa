import { findFiles } from "../files/index.ts";
import type { Change, Values } from "../data/journal.ts";
import { isId, type FileId, type OrgId } from "../kernel/id.ts";

const fileIdOf = (each: unknown): FileId | undefined =>
  typeof each === "object" && each !== null && "fileId" in each && isId("fil", each.fileId) ? each.fileId : undefined;

/** The change without files, among the values it would restore, that have been deleted since. */
export async function withoutDeadFiles(orgId: OrgId, change: Change): Promise<Change> {
  const named = Object.values(change.before ?? {}).flatMap((value) =>
    Array.isArray(value) ? value.flatMap((each) => fileIdOf(each) ?? []) : [],
  );
  if (named.length === 0) return change;
  const files = await findFiles(orgId, named);
  const before: Values = Object.fromEntries(
    Object.entries(change.before ?? {}).map(([fieldId, value]) => {
      if (!Array.isArray(value) || !value.some(fileIdOf)) return [fieldId, value];
      const kept = value.filter((each) => files.has(fileIdOf(each) ?? ""));
      return [fieldId, kept.length > 0 ? kept : null];
    }),
  );
  return { ...change, before };
}
