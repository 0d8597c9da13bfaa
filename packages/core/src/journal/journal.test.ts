import { calledIn } from "../words.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { text } from "node:stream/consumers";
import english from "@kartis/i18n/catalogues/en/audit.json" with { type: "json" };
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { journalActions, subjectKinds } from "../data/journal.ts";
import { readFile } from "../files/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { isId } from "../kernel/id-form.ts";
import { newId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { dropReplicas } from "../replicas.ts";
import type { PermissionLevel } from "../kernel/permission.ts";
import { runAuditExport } from "./export.ts";
import { auditProcedures } from "./index.ts";
import { origins } from "./rules.ts";

const [search, changes, types, create, update, updateMany, remove] = [
  named(auditProcedures, "audit.search"),
  named(auditProcedures, "audit.changes"),
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.updateMany"),
  named(cardProcedures, "cards.remove"),
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
      ...calledIn(null),
      setCookie: () => undefined,
    },
  );
  expect(entries.filter(({ action }) => action === "card.create")).toHaveLength(seen);
});

it("names a card that was moved to the trash", async () => {
  const owner = await newOwner();
  const typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail("no type");
  const card = await owner.call(create, { typeId, fields: { name: "Arbel" } });
  await owner.call(remove, { cardId: card.id });
  const [entry] = (await owner.call(search, { limit: 1 })).entries;
  expect(entry).toMatchObject({ action: "card.delete", subjectName: "Arbel" });
});

/** An owner and an administrator who have each made and changed cards, one of them with others at once. */
async function firmOfTwo() {
  const owner = await newOwner();
  const colleague = await newMember(owner, { systemRole: "ADMIN" });
  const typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail("no type");
  const first = await owner.call(create, { typeId, fields: { name: "Arbel" } });
  const second = await colleague.call(create, { typeId, fields: { name: "Meron" } });
  await colleague.call(update, { cardId: first.id, fields: { name: "Arbel Winery" } });
  await owner.call(updateMany, {
    changes: [first, second].map(({ id }) => ({ cardId: id, fields: { name: `${id.slice(-4)} Ltd` } })),
  });
  return { owner, colleague, first, second };
}

it("filters by person, action, subject and time, the same from the table as from a live replica", async () => {
  const { owner, colleague, first, second } = await firmOfTwo();
  const all = (await owner.call(search, { limit: 100 })).entries;
  const middle = all[3]?.createdAt ?? expect.fail();
  const ids = async (filter: Parameters<typeof owner.call<typeof search.input, unknown>>[1]) => {
    const page = await owner.call(search, { ...filter, limit: 100 });
    expect(page.total).toBe(page.entries.length);
    return page.entries.map(({ id }) => id);
  };
  const of = (choose: (entry: (typeof all)[number]) => boolean) => all.filter(choose).map(({ id }) => id);
  const check = async () => {
    expect(await ids({ actors: [colleague.userId] })).toEqual(of(({ userId }) => userId === colleague.userId));
    expect(await ids({ actions: ["card.create"] })).toEqual(of(({ action }) => action === "card.create"));
    expect(await ids({ subjectKind: "card" })).toEqual(of(({ subject }) => subject?.kind === "card"));
    expect(await ids({ subjectKind: "organization" })).toHaveLength(1);
    expect(await ids({ until: middle })).toEqual(of(({ createdAt }) => createdAt < middle));
    expect(await ids({ from: middle })).toEqual(of(({ createdAt }) => createdAt >= middle));
    // Its creation, its edit, and the edit of both.
    expect(await ids({ subjectId: first.id })).toHaveLength(3);
    expect(await ids({ subjectId: second.id, actors: [owner.userId] })).toHaveLength(1);
    expect(await ids({ origins: ["import"] })).toEqual([]);
  };
  await check();
  dropReplicas(owner.orgId);
  await check();
});

it("lists a change of several cards one by one", async () => {
  const { owner, first, second } = await firmOfTwo();
  const several = (await owner.call(search, { limit: 1 })).entries[0] ?? expect.fail();
  expect(several).toMatchObject({ changeCount: 2, before: null, after: null });
  const page = await owner.call(changes, { recordId: several.id });
  expect(page.changes.map(({ subject }) => subject.id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(page.changes.find(({ subject }) => subject.id === first.id)).toMatchObject({
    before: { name: "Arbel Winery" },
    after: { name: `${first.id.slice(-4)} Ltd` },
  });
});

it("writes the selected records into a file, a line for each value, in the reader's language", async () => {
  const { owner, colleague } = await firmOfTwo();
  const { operationId } = await owner.call(named(auditProcedures, "audit.export"), {
    actors: [colleague.userId],
    actions: ["card.update"],
  });
  const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail();
  expect(await runAuditExport(operation, await owner.actor(), systemClock)).toBe(true);
  const { resultUrl, done } = await owner.call(named(operationProcedures, "operations.get"), { operationId });
  expect(done).toBe(1);
  const fileId = resultUrl?.split("/").at(-1);
  if (!isId("fil", fileId)) throw new Error("No file");
  const { body } = await readFile(owner.orgId, fileId);
  const lines = (await text(body)).trim().split("\r\n");
  expect(lines[0]).toContain("Time,Who,Action,Origin");
  expect(lines[1]).toMatch(/changed the card,In the app,Card,.*,Name,Arbel,Arbel Winery,/);
  expect(lines).toHaveLength(2);
});

it("has words for every action, kind and origin", () => {
  const words = Object.keys(english);
  expect(words).toEqual(expect.arrayContaining(journalActions.map((action) => `action.${action}`)));
  expect(words).toEqual(expect.arrayContaining(subjectKinds.map((kind) => `kind.${kind}`)));
  expect(words).toEqual(expect.arrayContaining(origins.map((origin) => `origin.${origin}`)));
});
