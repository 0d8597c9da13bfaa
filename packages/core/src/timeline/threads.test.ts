import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, type Visitor } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import type { ActivityId, CardId, CardTypeId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { timelineProcedures } from "./index.ts";

const [list, top] = [named(timelineProcedures, "timeline.list"), named(timelineProcedures, "timeline.top")];
const [send, pin] = [named(mailProcedures, "mails.send"), named(mailProcedures, "mails.update")];
const [remove, restore] = [named(mailProcedures, "mails.remove"), named(mailProcedures, "mails.restore")];
const [newCard, merge] = [named(cardProcedures, "cards.create"), named(cardProcedures, "cards.merge")];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const types = await owner.call(named(cardProcedures, "cards.types"), {});
  typeId = types[0]?.id ?? expect.fail("no type");
});
afterAll(() => backend.close());

const card = async () => (await owner.call(newCard, { typeId, fields: { name: "Galil Cold Storage" } })).id;
const body = [{ type: "paragraph" as const, content: [{ text: "Two cranes?" }] }];
const write = async (cardId: CardId, answers?: ActivityId, by: Pick<Visitor, "call"> = owner) => {
  const mail = { cardId, to: [{ email: "dana@galil.example" }], subject: "Offer", body };
  return (await by.call(send, { ...mail, ...(answers ? { answers } : {}) })).id;
};

/** The mails of the timeline as they stand: each entry with the mails before it. */
async function shown(
  cardId: CardId,
  { order = "newest", limit = 100, by = owner }: { order?: "newest" | "oldest"; limit?: number; by?: Pick<Visitor, "call"> } = {},
) {
  const found: ActivityId[][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await by.call(list, { cardId, channels: ["mail"], order, limit, ...(cursor ? { cursor } : {}) });
    for (const entry of page.entries)
      if (entry.kind === "activity" && entry.type === "MAIL")
        found.push([entry.value.id, ...(entry.thread?.rows.map(({ id }) => id) ?? [])]);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

interface Written {
  readonly id: ActivityId;
  readonly root: ActivityId;
}

it("mails that answer each other are one entry, where the latest of them stands, whatever is deleted and restored", async () => {
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ does: fc.constant("write" as const) }) },
    { weight: 6, arbitrary: fc.record({ does: fc.constant("answer" as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("remove" as const, "restore" as const), which: fc.nat() }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), fc.constantFrom(1, 2, 100), async (steps, limit) => {
      const cardId = await card();
      const mails: Written[] = [];
      const inTrash = new Set<ActivityId>();
      for (const one of steps) {
        const meant = one.does === "write" ? undefined : mails[one.which % mails.length];
        if (one.does === "write" || !meant) {
          const id = await write(cardId);
          mails.push({ id, root: id });
        } else if (one.does === "answer" && !inTrash.has(meant.id))
          mails.push({ id: await write(cardId, meant.id), root: meant.root });
        else if (one.does === "remove" && !inTrash.has(meant.id)) {
          await owner.call(remove, { mailId: meant.id });
          inTrash.add(meant.id);
        } else if (one.does === "restore" && inTrash.delete(meant.id)) await owner.call(restore, { mailId: meant.id });
      }
      // Each is written after the one before.
      const latestFirst = mails.filter(({ id }) => !inTrash.has(id)).toReversed();
      const expected = [...Map.groupBy(latestFirst, ({ root }) => root).values()].map((thread) => thread.map(({ id }) => id));
      expect(await shown(cardId, { limit })).toEqual(expected);
      expect(await shown(cardId, { limit, order: "oldest" })).toEqual(expected.toReversed());
    }),
    { numRuns: 25 },
  );
});

it("an exchange is one entry of cards that were merged too, and its mails are counted each", async () => {
  const [kept, other] = [await card(), await card()];
  const first = await write(other);
  const second = await write(other, first);
  await owner.call(merge, { survivorId: kept, otherIds: [other] });
  expect(await shown(kept)).toEqual([[second, first]]);
  const third = await write(kept, first);
  expect(await shown(kept)).toEqual([[third, second, first]]);
  expect((await owner.call(top, { cardId: kept })).counts.mail).toBe(3);
});

it("a pinned mail stands on top by itself, and in its exchange", async () => {
  const cardId = await card();
  const first = await write(cardId);
  const second = await write(cardId, first);
  await owner.call(pin, { mailId: first, pinned: true });
  expect((await owner.call(top, { cardId })).pinned.map(({ value }) => value.id)).toEqual([first]);
  expect(await shown(cardId)).toEqual([[second, first]]);
});

it("a person who sees only some emails of a thread sees the latest of those", async () => {
  const grants = { "CARDS.read": "ORGANIZATION", "COMMENTS.read": "USER", "COMMENTS.create": "USER" } as const;
  const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own mails", grants });
  const seller = await newMember(owner, { roleId });
  const cardId = await card();
  const first = await write(cardId, undefined, seller);
  const second = await write(cardId, first);
  expect(await shown(cardId)).toEqual([[second, first]]);
  expect(await shown(cardId, { by: seller })).toEqual([[first]]);
});

it("of a very long exchange the latest mails stand with it, with the number of all", async () => {
  const cardId = await card();
  let last = await write(cardId);
  for (let more = 0; more < 51; more++) last = await write(cardId, last);
  const { entries } = await owner.call(list, { cardId, channels: ["mail"] });
  expect(entries).toHaveLength(1);
  const [entry] = entries;
  const thread = entry?.kind === "activity" && entry.type === "MAIL" ? entry.thread : null;
  expect([thread?.rows.length, thread?.total]).toEqual([50, 51]);
});
