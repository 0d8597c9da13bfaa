import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { cardProcedures } from "../cards/index.ts";
import type { CardId } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { everythingFor } from "./everything.fixture.ts";

const createCard = named(cardProcedures, "cards.create");
const getCard = named(cardProcedures, "cards.get");
const createRole = named(organizationProcedures, "roles.create");

/** An organization in which every action can be executed, with a clock that tests advance. */
export async function world() {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const of = await everythingFor(await newOwner({ template: "empty", clock }));
  const { owner, type, field } = of;
  return {
    ...of,
    clock,
    card: (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
      owner.call(createCard, { typeId: type.id, fields: { name, ...fields } }),
    noteOf: async (id: CardId) => (await owner.call(getCard, { id })).fields[field.note],
    pass: (ms: number) => (aheadMs += ms),
  };
}

/** A member whose role has these grants. */
export async function memberWith(owner: Owner, grants: Grants): Promise<Owner> {
  const { id: roleId } = await owner.call(createRole, { name: `Role ${Object.keys(grants).length} ${Math.random()}`, grants });
  return newMember(owner, { roleId });
}

export const dayMs = 86_400_000;
