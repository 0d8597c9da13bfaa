import type { Condition, Filter } from "@kartis/core/cards/query/schema.ts";
import { isComplete } from "./conditions.ts";

/** A filter being edited: groups may be empty, and conditions may lack a value. */
export interface FilterGroup {
  readonly join: "all" | "any";
  readonly parts: readonly GroupPart[];
}
export type GroupPart =
  | { readonly kind: "condition"; readonly condition: Condition }
  | { readonly kind: "group"; readonly group: FilterGroup };

const partOf = (filter: Filter): GroupPart =>
  "all" in filter || "any" in filter ? { kind: "group", group: groupOf(filter) } : { kind: "condition", condition: filter };

export function groupOf(filter: Filter | undefined): FilterGroup {
  if (!filter) return { join: "all", parts: [] };
  if ("all" in filter) return { join: "all", parts: filter.all.map(partOf) };
  if ("any" in filter) return { join: "any", parts: filter.any.map(partOf) };
  return { join: "all", parts: [partOf(filter)] };
}

/** The inverse of `groupOf`, without unfinished conditions; undefined if nothing is left. */
export function filterOfGroup({ join, parts }: FilterGroup): Filter | undefined {
  const filters = parts.flatMap((part): Filter[] => {
    if (part.kind === "condition") return isComplete(part.condition) ? [part.condition] : [];
    const filter = filterOfGroup(part.group);
    return filter ? [filter] : [];
  });
  if (filters.length === 0) return undefined;
  return join === "all" ? { all: filters } : { any: filters };
}
