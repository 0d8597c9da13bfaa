import { readScopeOf, scopeOf } from "../cards/index.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { CallSight } from "./list.ts";

/** The calls that the caller sees. */
export async function callSightOf(context: Pick<OrgContext, "principal">): Promise<CallSight> {
  const { principal } = context;
  const [comments, cards] = await Promise.all([scopeOf({ principal, level: "ORGANIZATION" }, "COMMENTS"), readScopeOf(context)]);
  return { userId: principal.userId, comments, cards };
}
