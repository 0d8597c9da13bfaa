import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/id.ts";
import type { PermissionLevel } from "../kernel/permission.ts";
import { auditProcedures } from "./index.ts";

const [search, types, create] = [
  named(auditProcedures, "audit.search"),
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

async function firmWithCards(count: number) {
  const owner = await newOwner();
  const typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail("no type");
  for (let at = 0; at < count; at++) await owner.call(create, { typeId, fields: { name: `Card ${at}` } });
  return owner;
}

it("goes through every record once, newest first, a page at a time", async () => {
  const owner = await firmWithCards(7);
  const all = (await owner.call(search, { limit: 100 })).entries.map(({ id }) => id);
  expect(all).toEqual(all.toSorted().toReversed());
  const paged: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: { entries: { id: string }[]; nextCursor: string | null } = await owner.call(search, {
      limit: 3,
      ...(cursor ? { cursor } : {}),
    });
    paged.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged).toEqual(all);
});

it.each<[PermissionLevel, number]>([
  ["ORGANIZATION", 3],
  ["ROLE_GROUP", 0],
  ["USER", 0],
])("at level %s shows a colleague %i of the three cards that the owner made", async (level, seen) => {
  const owner = await firmWithCards(3);
  const { membership } = (await owner.actor()) as Extract<Actor, { kind: "user" }>;
  const actor: Actor = {
    kind: "user",
    userId: newId("usr"),
    sessionId: "ses_x",
    membership: membership && { ...membership, systemRole: "BASIC", grants: { "AUDIT.read": level } },
  };
  const { entries } = await search.call(
    { limit: 100 },
    {
      actor,
      clock: systemClock,
      requestId: "r",
      origin: "ui",
      client: { address: "", userAgent: "" },
      setCookie: () => undefined,
    },
  );
  expect(entries.filter(({ action }) => action === "card.create")).toHaveLength(seen);
});
