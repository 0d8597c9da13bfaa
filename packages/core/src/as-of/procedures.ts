import { getCardType, scopeOf } from "../cards/index.ts";
import { conditionsOf } from "../cards/query/schema.ts";
import { KartisError } from "../kernel/error.ts";
import { procedure } from "../kernel/procedure.ts";
import { listAsOf } from "./list.ts";
import { hasNoPast } from "./bounds.ts";
import { ListAsOfInput, type PastList } from "./schema.ts";

const asOf = procedure({
  name: "cards.asOf",
  kind: "query",
  input: ListAsOfInput,
  can: ["CARDS", "read"],
  asksReplica: true,
  /**
   * A page of a type's list as it was at a moment, and what differs from now. Cards and their names are those that the caller sees now. Throws INVALID_INPUT for
   * a moment in the future and for fields whose past is not known: figures of activities and the date of the last change.
   */
  async run({ at, ...query }, context): Promise<PastList> {
    const { orgId } = context.principal;
    if (Date.parse(at) > context.clock.now()) throw new KartisError("INVALID_INPUT", { fields: { at: "validation.future" } });
    const named = [...(query.filter ? conditionsOf(query.filter) : []), ...query.sort].map(({ fieldId }) => fieldId);
    const unknown = [...named, ...query.sums].find(hasNoPast);
    if (unknown !== undefined) throw new KartisError("INVALID_INPUT", { fields: { [unknown]: "validation.noPast" } });
    const [scope, type] = await Promise.all([scopeOf(context), getCardType(orgId, query.cardTypeId)]);
    return listAsOf(orgId, scope, type, at, query);
  },
});

export const asOfProcedures = [asOf] as const;
