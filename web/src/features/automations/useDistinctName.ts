import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { distinctName } from "./distinct-name.ts";
import { automationsOptions } from "./queries.ts";

/** Numbers a suggested name that another automation has. */
export function useDistinctName(own?: AutomationId): (name: string) => string {
  const { data = [] } = useQuery(automationsOptions());
  const others = data.filter(({ id }) => id !== own).map(({ name }) => name);
  return (name) => distinctName(name, others);
}
