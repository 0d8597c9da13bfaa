import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import fc from "fast-check";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { replicasOf } from "../../data/replica/index.ts";
import { aroundRequests } from "../../data/connection.ts";
import { type CardId, newId, recordIds } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { cardEntity, shardOf } from "../entity.ts";
import { cardProjection } from "../projection.ts";
import type { CardType } from "../schema.ts";
import { cardTypesOf, countByType, listCards, recordsOfCard } from "./index.ts";
import { contents, fresh, land, newType, options, setItem } from "./live.fixture.ts";
import { typeOf } from "./memory.fixture.ts";
import { TestOrganization } from "./organization.fixture.ts";

const everyone: Scope = { kind: "organization" };
const all = { cursor: 0, limit: 200, sums: [], sort: [] };

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

describe("the live replica", () => {
  it("equals one rebuilt from the table, after concurrent writers", async () => {
    const numbers = ["zero", "one", "two"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ kind: fc.constantFrom("create", "chunk", "edit", "edit", "trash", "restore"), pick: fc.nat(50) }), {
          minLength: 20,
          maxLength: 40,
        }),
        async (steps) => {
          const type = newType();
          const organization = await TestOrganization.found([type]);
          const live = replicasOf([cardProjection]);
          await live.openReplica(organization.orgId);
          const ids: CardId[] = [(await organization.create(type, { name: "First" })).id];
          const values = (pick: number) => ({
            name: `Card ${numbers[pick % 3]}`,
            ...(pick % 2 ? { status: options[pick % 4 === 1 ? 0 : 1].id } : { status: null }),
            fld_sum: pick * 100,
          });
          const writer = async (own: typeof steps) => {
            for (const { kind, pick } of own) {
              const cardId = ids[pick % ids.length] ?? expect.fail();
              // Two writers of one card may get conflicts; what counts is that the journal and the table agree.
              const done = async (work: Promise<unknown>) => void (await work.catch(() => undefined));
              if (kind === "create") ids.push((await organization.create(type, values(pick))).id);
              else if (kind === "chunk") ids.push(...(await organization.createChunk(type, [values(pick), values(pick + 1)])));
              else if (kind === "edit") await done(organization.edit(type, cardId, values(pick)));
              else await done(organization.trash(type, cardId, kind === "trash"));
              if (pick % 5 === 0) await live.openReplica(organization.orgId);
            }
          };
          await Promise.all([0, 1, 2, 3].map((lane) => writer(steps.filter((_, at) => at % 4 === lane))));
          const [left, right] = [await live.openReplica(organization.orgId), await fresh(organization)];
          expect(contents(left)).toEqual(contents(right));
          expect(contents(left).cards).toHaveLength(ids.length);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("has what this process has just written, and what another process has", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    for (let number = 0; number < 10; number++) {
      await organization.create(type, { name: `Own ${number}` });
      expect((await listCards(organization.orgId, everyone, { ...all, cardTypeId: type.id })).total).toBe(number + 1);
    }
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        join(import.meta.dirname, "writer-process.fixture.ts"),
        organization.orgId,
        JSON.stringify(type),
      ],
      { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...backend.environment } },
    );
    const lines = child.stdout.setEncoding("utf8")[Symbol.asyncIterator]();
    for (let number = 0; number < 20; number++) {
      child.stdin.write("write\n");
      expect(String((await lines.next()).value).trim()).toBe("written");
      expect((await listCards(organization.orgId, everyone, { ...all, cardTypeId: type.id })).total).toBe(11 + number);
    }
    child.stdin.end();
    await once(child, "exit");
  });

  it("sees a write that is acknowledged while an earlier query is being answered", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    let release: () => void = () => undefined;
    let gate: Promise<void> = Promise.resolve();
    const replicas = replicasOf([
      { ...cardProjection, fetch: async (...of) => gate.then(async () => cardProjection.fetch(...of)) },
    ]);
    await replicas.openReplica(orgId);
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const subject = { kind: "card", id: newId("crd"), typeId: type.id } as const;
    await land(organization, { action: "replica.repair", subject, version: 1, before: null, after: null }, ulid());
    const earlier = replicas.openReplica(orgId);
    const cards = [await organization.create(type, { name: "One" }), await organization.create(type, { name: "Two" })];
    const later = [replicas.openReplica(orgId), replicas.openReplica(orgId)];
    release();
    await earlier;
    for (const replica of await Promise.all(later)) expect(contents(replica).ids).toEqual(cards.map(({ id }) => id).toSorted());
  });

  it("accepts records in any order: late ones under an older id, a change before its creation, duplicates", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    await organization.create(type, { name: "Earlier" });
    await listCards(orgId, everyone, { ...all, cardTypeId: type.id });
    const nextId = recordIds();
    const cardId = newId("crd");
    const subject = { kind: "card", id: cardId, typeId: type.id } as const;
    const [first, second, newest] = [nextId(Date.now()), nextId(Date.now()), nextId(Date.now() + 5)];
    await setItem(organization, { id: cardId, typeId: type.id, version: 3, fields: { name: "Third" } });
    await land(
      organization,
      { action: "card.update", subject, version: 3, before: { name: "Second" }, after: { name: "Third" } },
      newest,
    );
    const names = async () =>
      (await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).rows.map((card) => [card.fields["name"], card.version]);
    expect(await names()).toContainEqual(["Third", 3]);
    await land(organization, { action: "card.create", subject, version: 1, before: null, after: { name: "First" } }, first);
    await land(
      organization,
      { action: "card.update", subject, version: 2, before: { name: "First" }, after: { name: "Second" } },
      second,
    );
    expect(await names()).toContainEqual(["Third", 3]);
    expect(await recordsOfCard(orgId, cardId)).toEqual([newest, second, first]);
  });

  it("has all of a card whose last change arrives before the one between", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const { id: cardId } = await organization.create(type, { name: "First" });
    const rows = async () => (await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).rows;
    expect(await rows()).toMatchObject([{ version: 1 }]);
    const subject = { kind: "card", id: cardId, typeId: type.id } as const;
    // Its second version, of which only the table knows yet, set the sum.
    await setItem(organization, { id: cardId, typeId: type.id, version: 3, fields: { name: "Third", fld_sum: 7 } });
    const third = { action: "card.update", subject, version: 3, before: { name: "First" }, after: { name: "Third" } } as const;
    await land(organization, third, ulid(Date.now() + 5));
    expect(await rows()).toMatchObject([{ version: 3, fields: { name: "Third", fld_sum: 7 } }]);
  });

  it("finds a late record even while catching up would have to read an import again", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const total = async () => (await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).total;
    await total();
    // Texts that do not compress, more of them than are read twice.
    const noise = () => ({ name: randomBytes(700).toString("base64") });
    await organization.createChunk(type, Array.from({ length: 45 }, noise));
    expect(await total()).toBe(45);
    const subject = { kind: "card", id: newId("crd"), typeId: type.id } as const;
    const late = ulid(Date.now() - 900);
    await land(organization, { action: "card.create", subject, version: 1, before: null, after: { name: "Late" } }, late);
    await organization.createChunk(type, Array.from({ length: 45 }, noise));
    expect(await total()).toBe(91);
  });

  it.skipIf(underFaults)("finds a write that took longer than readers look back, as soon as it is acknowledged", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const ids = async () => (await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).rows.map((row) => row.id);
    await ids();
    const isHeldUp = Promise.withResolvers<void>();
    const mayGo = Promise.withResolvers<void>();
    let slowOne = true;
    const quick = aroundRequests(async ({ operation }, next) => {
      if (operation === "TransactWriteItems" && slowOne) {
        slowOne = false;
        isHeldUp.resolve();
        await mayGo.promise;
      }
      return next();
    });
    const late = organization.create(type, { name: "Late" });
    await isHeldUp.promise;
    await delay(2_400);
    const early = await organization.create(type, { name: "Early" });
    expect(await ids()).toEqual([early.id]);
    mayGo.resolve();
    const { id } = await late;
    quick();
    expect(await ids()).toContain(id);
  });

  it.skipIf(underFaults)(
    "finds by itself, within seconds, a record that landed behind its readers and whose writer died",
    async () => {
      const type = newType();
      const organization = await TestOrganization.found([type]);
      const { orgId } = organization;
      const total = async () => (await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).total;
      await organization.create(type, { name: "Earlier" });
      await total();
      await organization.create(type, { name: "Newest" });
      expect(await total()).toBe(2);
      const subject = { kind: "card", id: newId("crd"), typeId: type.id } as const;
      const late = ulid(Date.now() - 4_000);
      await land(organization, { action: "card.create", subject, version: 1, before: null, after: { name: "Late" } }, late);
      expect(await total()).toBe(2);
      const now = Date.now.bind(Date);
      const later = vi.spyOn(Date, "now").mockImplementation(() => now() + 5_000);
      expect(await total()).toBe(3);
      later.mockRestore();
    },
  );

  it("takes in what a long operation writes between requests, and then still finds what lands late below it", async () => {
    const [late, ahead, type] = [newId("crd"), newId("crd"), newType()];
    const creation = (id: CardId) => {
      const subject = { kind: "card", id, typeId: type.id } as const;
      return { action: "card.create", subject, version: 1, before: null, after: { name: "One" } } as const;
    };
    /** The replica, once it has taken in the record ahead without being asked for; on a busy machine that may have to be tried again. */
    const following = async () => {
      const organization = await TestOrganization.found([type]);
      const live = replicasOf([cardProjection]);
      await organization.createChunk(type, [{ name: "First" }, { name: "Second" }]);
      const replica = await live.openReplica(organization.orgId);
      await land(organization, creation(ahead), ulid(Date.now() + 4_000));
      await expect.poll(() => contents(replica).ids, { timeout: 2_000 }).toContain(ahead);
      return { organization, live };
    };
    const { organization, live } = await vi.waitFor(following, { timeout: 30_000 });
    // Far below the newest id, and above the one up to which the request before has looked.
    await land(organization, creation(late), ulid(Date.now() + 500));
    expect(contents(await live.openReplica(organization.orgId)).ids).toContain(late);
  });

  it("rereads the subjects of a repair record, and keeps tombstones of missing ones", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const card = await organization.create(type, { name: "Before" });
    const other = await organization.create(type, { name: "Gone" });
    const names = async () =>
      (await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).rows.map((row) => row.fields["name"]);
    expect(await names()).toEqual(["Gone", "Before"]);
    // A change that landed long ago under an id that nobody reads again.
    await setItem(organization, { id: card.id, typeId: type.id, version: 2, fields: { name: "After" } });
    await writePastTheJournal(cardEntity().remove({ orgId, shard: shardOf(other.id), cardId: other.id }));
    expect(await names()).toEqual(["Gone", "Before"]);
    for (const { id } of [card, other]) {
      const subject = { kind: "card", id, typeId: type.id } as const;
      await land(organization, { action: "replica.repair", subject, version: 2, before: null, after: null }, ulid());
    }
    expect(await names()).toEqual(["After"]);
    const subject = { kind: "card", id: other.id, typeId: type.id } as const;
    await land(organization, { action: "card.create", subject, version: 1, before: null, after: { name: "Gone" } }, ulid());
    expect(await names()).toEqual(["After"]);
  });

  it("retries what it could not fetch", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    let failures = 1;
    let fetches = 0;
    const replicas = replicasOf([
      {
        ...cardProjection,
        fetch: async (orgId, subjects) => {
          fetches++;
          if (failures-- > 0) throw new Error("no answer");
          return cardProjection.fetch(orgId, subjects);
        },
      },
    ]);
    await replicas.openReplica(organization.orgId);
    const cardId = newId("crd");
    await setItem(organization, { id: cardId, typeId: type.id, version: 4, fields: { name: "Fourth" } });
    await land(
      organization,
      { action: "card.update", subject: { kind: "card", id: cardId }, version: 4, before: null, after: {} },
      ulid(),
    );
    await expect(replicas.openReplica(organization.orgId)).rejects.toThrow("no answer");
    expect(contents(await replicas.openReplica(organization.orgId)).cards).toMatchObject([{ id: cardId, version: 4 }]);
    await replicas.openReplica(organization.orgId);
    expect(fetches).toBe(2);
  });

  it("derives the columns again when the type changes, also for cards that came before their type", async () => {
    const type = newType();
    const organization = await TestOrganization.found([]);
    const { orgId } = organization;
    await organization.create(type, { name: "Two", status: "opt_b", fld_sum: 200 });
    await organization.create(type, { name: "One", status: "opt_a", fld_sum: 100 });
    expect((await listCards(orgId, everyone, { ...all })).total).toBe(2);
    expect((await listCards(orgId, everyone, { ...all, cardTypeId: type.id })).total).toBe(0);
    await organization.changeType(type);
    const sorted = async (fieldId: string) =>
      (await listCards(orgId, everyone, { ...all, cardTypeId: type.id, sort: [{ fieldId, direction: "asc" }] })).rows.map(
        (row) => row.fields["name"],
      );
    expect(await sorted("status")).toEqual(["One", "Two"]);
    // The options are reordered, a field goes and another comes.
    const changed: CardType = {
      ...type,
      version: 2,
      fields: type.fields
        .filter((field) => field.id !== "fld_sum")
        .map((field) => (field.id === "status" ? { ...field, options: field.options.toReversed() } : field))
        .concat(typeOf([{ id: "fld_mail", key: "mail", type: "email", label: "Mail" }]).fields),
    };
    await organization.changeType(changed);
    expect(await sorted("status")).toEqual(["Two", "One"]);
    await organization.create(changed, { name: "Three", fld_mail: "a@example.com" });
    expect(await sorted("fld_mail")).toEqual(["Three", "Two", "One"]);
    await expect(sorted("fld_sum")).rejects.toThrow("INVALID_INPUT");
    expect(await cardTypesOf(orgId)).toEqual([changed]);
    expect(await countByType(orgId, everyone)).toEqual({ [type.id]: 3 });
  });
});
