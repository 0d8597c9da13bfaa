import { isId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findSimilar } from "../replica/identifying.ts";
import { acceptValues, searchResultOf } from "../rules.ts";
import { fieldContext, scopeOf } from "../scope.ts";
import { findCard, getCardType } from "../store.ts";
import { holdersOf, locksOf } from "./locks.ts";
import { type DuplicateCheck, DuplicateInput } from "./schema.ts";

export const checkDuplicate = procedure({
  name: "cards.checkDuplicate",
  kind: "query",
  input: DuplicateInput,
  can: ["CARDS", "read"],
  async run({ cardTypeId, name, fields, exceptCardId }, context): Promise<DuplicateCheck> {
    const { orgId } = context.principal;
    const none: DuplicateCheck = { isDuplicate: false, conflictField: null, duplicates: [], similar: [] };
    const [type, settings] = await Promise.all([getCardType(orgId, cardTypeId), fieldContext(context.principal)]);
    if (type.identifiers.length === 0 || name.trim() === "") return none;
    // An invalid value cannot collide; the form says what is wrong with it.
    const { values } = acceptValues(type, { ...fields, name }, settings);
    const locks = locksOf(type, values, settings);
    const scope = await scopeOf(context);
    const [holders, alike] = await Promise.all([
      holdersOf(
        orgId,
        locks.map((lock) => lock.hash),
      ),
      findSimilar(orgId, scope, type, values, exceptCardId),
    ]);
    const taken = locks.filter((lock) => holders.has(lock.hash) && holders.get(lock.hash) !== exceptCardId);
    const holding = new Set(taken.map((lock) => holders.get(lock.hash)));
    const similar = alike.filter(({ id }) => !holding.has(id));
    const [first] = taken;
    if (!first) return { ...none, similar };
    // Every creator learns that the value is taken; only those who may see the card learn whose it is.
    const seen = await Promise.all([...holding].filter((id) => isId("crd", id)).map((id) => findCard(orgId, scope, id)));
    const duplicates = seen.flatMap((card) => (card ? [searchResultOf(type, card)] : []));
    return { isDuplicate: true, conflictField: first.fieldId, duplicates, similar };
  },
});
