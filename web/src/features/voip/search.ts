import { isId } from "@kartis/core/kernel/id-form.ts";
import { callStatuses } from "@kartis/core/activities/types/call.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import type { CallFilters } from "./queries.ts";

export const voipFolders = ["all", "callBack", "members"] as const;
type VoipFolder = (typeof voipFolders)[number];

export const directions = ["IN", "OUT"] as const;

/** State of the VoIP center in the address: `/voip?folder=callBack&status=missed&q=054`. */
export interface VoipSearch extends CallFilters {
  readonly folder: VoipFolder;
}

export function useVoipSearch(): [VoipSearch, (change: Partial<VoipSearch>) => void] {
  const router = useRouter();
  const { folder, direction, status, member, q }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search: VoipSearch = {
    folder: voipFolders.find((known) => known === folder) ?? "all",
    direction: directions.find((known) => known === direction),
    status: callStatuses.find((known) => known === status),
    userId: isId("usr", member) ? member : undefined,
    query: typeof q === "string" ? q : "",
  };
  return [
    search,
    (change) => void router.navigate({ href: voipHref({ ...search, ...change }), replace: true, resetScroll: false }),
  ];
}

/** The address of a folder with these filters. */
export function voipHref({ folder, direction, status, userId, query }: Partial<VoipSearch>): string {
  const search = new URLSearchParams({
    ...(folder && folder !== "all" ? { folder } : {}),
    ...(direction ? { direction } : {}),
    ...(status ? { status } : {}),
    ...(userId ? { member: userId } : {}),
    ...(query ? { q: query } : {}),
  }).toString();
  return `/voip${search ? `?${search}` : ""}`;
}
