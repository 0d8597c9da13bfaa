import { put, remove, type Write } from "../../data/commit.ts";
import type { CardTypeId, OrgId } from "../../kernel/id.ts";
import { isId } from "../../kernel/id.ts";
import type { AssigningFields } from "../../kernel/scope.ts";
import { assigningFieldsEntity } from "../entity.ts";
import { assigningFieldIds } from "./rules.ts";
import type { CardType } from "../schema.ts";

/**
 * Stores which fields of a type assign cards, apart from the type and in the transaction that writes it: scopes then read this small item instead of the types.
 */
export function assigningWrites(orgId: OrgId, before: CardType | undefined, after: CardType | undefined): Write[] {
  const typeId = (after ?? before)?.id;
  const [was, is] = [before, after].map((type) => (type ? assigningFieldIds(type) : []));
  if (!typeId || !was || !is || was.join() === is.join()) return [];
  const key = { orgId, kind: "assigningFields" as const, typeId };
  if (is.length === 0) return [remove(assigningFieldsEntity().delete(key).params(), "stale")];
  return [
    put(
      assigningFieldsEntity()
        .put({ ...key, fieldIds: is })
        .params(),
      "stale",
    ),
  ];
}

/** The fields besides the owner that assign cards to people; strongly consistent. */
export async function assigningFieldsOf(orgId: OrgId): Promise<AssigningFields> {
  const { data } = await assigningFieldsEntity()
    .query.main({ orgId, kind: "assigningFields" })
    .go({ consistent: true, pages: "all" });
  return new Map(data.flatMap(({ typeId, fieldIds }) => (isTypeId(typeId) ? [[typeId, fieldIds] as const] : [])));
}

const isTypeId = (id: string): id is CardTypeId => isId("typ", id);
