import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { connect, disconnect, issueTicket, moveTo } from "../realtime/index.ts";
import { presenceProcedures } from "./index.ts";

const list = named(presenceProcedures, "presence.list");
const create = named(cardProcedures, "cards.create");
const types = named(cardProcedures, "cards.types");
const newRole = named(organizationProcedures, "roles.create");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

let tabs = 0;
/** Opens a tab on a page. */
async function open(person: { orgId: `org_${string}`; userId: `usr_${string}` }, pathname?: string): Promise<string> {
  const connectionId = `tab-${++tabs}`;
  await connect(connectionId, await issueTicket(person.orgId, person.userId, systemClock), systemClock);
  if (pathname) await moveTo(person.orgId, connectionId, pathname, systemClock);
  return connectionId;
}

describe("who is online", () => {
  it("has one entry per person, with their latest page, until the last tab closes", async () => {
    const owner = await newOwner();
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await open(owner, "/settings");
    const first = await open(colleague, "/cards/leads");
    const second = await open(colleague, "/cards/customers");
    const here = await owner.call(list, {});
    expect(here.map(({ userId, urlState }) => [userId, urlState.pathname])).toEqual([
      [colleague.userId, "/cards/customers"],
      [owner.userId, "/settings"],
    ]);
    await disconnect(second);
    expect((await owner.call(list, {})).map(({ urlState }) => urlState.pathname)).toContain("/cards/leads");
    await disconnect(first);
    expect(await owner.call(list, {})).toHaveLength(1);
  });

  it("names the card to people who may see it, and only its list to others", async () => {
    const owner = await newOwner();
    const role = await owner.call(newRole, { name: "Own", grants: { "CARDS.read": "USER" } });
    const member = await newMember(owner, { roleId: role.id });
    const [type] = await owner.call(types, {});
    if (!type) throw new Error("No type");
    const { id } = await owner.call(create, { typeId: type.id, fields: { name: "Secret deal" } });
    await open(owner, `/cards/${type.slug}/${id}`);
    expect(await owner.call(list, {})).toMatchObject([
      { urlState: { pathname: `/cards/${type.slug}/${id}` }, cardName: "Secret deal" },
    ]);
    expect(await member.call(list, {})).toMatchObject([{ urlState: { pathname: `/cards/${type.slug}` }, cardName: null }]);
    expect(JSON.stringify(await member.call(list, {}))).not.toContain(id);
  });

  it("is private to the organization, and absent from plans without live presence", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await open(owner, "/cards");
    expect(await other.call(list, {})).toEqual([]);
    const actor = await owner.actor();
    if (actor.kind !== "user" || !actor.membership) throw new Error("Not signed in");
    const { plan } = actor.membership;
    const without = { ...actor, membership: { ...actor.membership, plan: { ...plan, capabilities: [] } } };
    const refused = await list.call({}, { ...(await owner.context()), actor: without }).then(
      () => null,
      (error: unknown) => errorShape(error, "r"),
    );
    expect(refused).toMatchObject({ code: "FORBIDDEN", messageKey: "errors.notInPlan" });
  });
});
