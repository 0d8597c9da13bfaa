import { useRouter, useSearch } from "@tanstack/react-router";

/** State of the archive in its address, so that it can be shared and Back restores it. */
export interface ArchiveSearch {
  search?: string | undefined;
  kind?: string | undefined;
  by?: string | undefined;
  sort?: string | undefined;
}

const textIn = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && value !== "" ? String(value) : undefined;

export function useArchiveSearch(): [ArchiveSearch, (change: ArchiveSearch) => void] {
  const router = useRouter();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const shown = { search: textIn(raw["search"]), kind: textIn(raw["kind"]), by: textIn(raw["by"]), sort: textIn(raw["sort"]) };

  // Back leads to the page before, not through every letter of a search.
  function set(change: ArchiveSearch) {
    const next = Object.entries({ ...shown, ...change }).filter(([, value]) => value !== undefined && value !== "");
    void router.navigate({ to: "/settings/archive", search: Object.fromEntries(next), replace: true, resetScroll: false });
  }
  return [shown, set];
}
