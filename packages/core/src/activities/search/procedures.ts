import { readScopeOf, scopeOf } from "../../cards/index.ts";
import { procedure, requireRight } from "../../kernel/procedure.ts";
import { definitionOf } from "../types/list.ts";
import { findByReminder } from "./find.ts";
import { type FoundActivities, SearchActivitiesInput } from "./schema.ts";

const search = procedure({
  name: "activities.search",
  kind: "query",
  input: SearchActivitiesInput,
  can: { member: "each type of activity has its own permission, which is checked for the type that is asked for" },
  asksReplica: true,
  async run(input, context): Promise<FoundActivities> {
    const { permission } = definitionOf(input.type);
    const [scope, cardScope] = await Promise.all([
      scopeOf(requireRight([permission, "read"], context), permission),
      readScopeOf(context),
    ]);
    return findByReminder({ orgId: context.principal.orgId, scope, cardScope }, input);
  },
});

export const activityProcedures = [search] as const;
