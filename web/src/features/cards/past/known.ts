import { hasNoPast } from "@kartis/core/as-of/bounds.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";

/** The filter without conditions on what is not known for the past; undefined if nothing is left. */
export function knownFilter(filter: Filter): Filter | undefined {
  if ("all" in filter) return { all: filter.all.flatMap((part) => knownFilter(part) ?? []) };
  // Without one of its alternatives, a group would leave out cards that may have been in the list.
  if ("any" in filter) {
    const parts = filter.any.map(knownFilter);
    return parts.every((part) => part !== undefined) ? { any: parts } : undefined;
  }
  return hasNoPast(filter.fieldId) ? undefined : filter;
}
