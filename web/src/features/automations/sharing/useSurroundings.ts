import type { Surroundings } from "@kartis/core/automations/sharing/surroundings.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useAssignable } from "../../people/people.ts";
import { templateNamesOptions } from "../templates/queries.ts";
import { useCardTypes } from "../../records/card-types.ts";

/** What automations of this organization refer to; undefined while loading. */
export function useSurroundings(): Surroundings | undefined {
  const { types } = useCardTypes();
  const members = useAssignable();
  const { data: roles } = useQuery(trpc.roles.list.queryOptions({}, { meta: { quiet: true } }));
  const { data: templates } = useQuery(templateNamesOptions());
  if (!types || !roles || !templates) return undefined;
  return { types, roles, templates, people: members.map(({ userId, name }) => ({ id: userId, name })) };
}
