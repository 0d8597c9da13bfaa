import type { StoredCard } from "../cards/index.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import type { AssigningFields } from "../kernel/scope.ts";

/** The members whom a card belongs to: its owner, and those named in fields that assign it. */
export async function peopleOfCard(
  orgId: OrgId,
  { typeId, fields }: Pick<StoredCard, "typeId" | "fields">,
  assigningFieldsOf: (orgId: OrgId) => Promise<AssigningFields>,
): Promise<UserId[]> {
  const names = ["owner", ...((await assigningFieldsOf(orgId)).get(typeId) ?? [])];
  return [...new Set(names.flatMap((name) => [fields[name]].flat()).filter((one): one is UserId => isId("usr", one)))];
}
