import { intakePath } from "@kartis/core/notifications/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useCan } from "../../lib/permissions.ts";

/** Looks up the names of lead forms and incoming webhooks by id: null if none exists with that id, undefined while loading. Fetches only if `isWanted`. */
export function useSourceName(isWanted = true): (sourceId: string) => string | null | undefined {
  const { data } = useQuery(
    trpc.leadForms.sources.queryOptions({}, { staleTime: 5 * 60_000, enabled: isWanted, meta: { quiet: true } }),
  );
  return (sourceId) => (data ? (data[sourceId] ?? null) : undefined);
}

interface NamedSource {
  readonly name: string | null | undefined;
  /** Where it is set up; undefined for those who may not open it. */
  readonly href: string | undefined;
}

/** Looks up where lead forms and incoming webhooks are set up, and their names. */
export function useSourcePlace(isWanted = true): (sourceId: string) => NamedSource {
  const maySee = useCan()(["ORGANIZATION", "read"]);
  const nameOf = useSourceName(isWanted);
  return (sourceId) => {
    const name = nameOf(sourceId);
    return { name, href: maySee && name ? intakePath(sourceId) : undefined };
  };
}

/** The form or webhook that brought something; undefined without an id. */
export function useSource(sourceId: string | null | undefined): NamedSource | undefined {
  const placeOf = useSourcePlace(Boolean(sourceId));
  return sourceId ? placeOf(sourceId) : undefined;
}
