import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import fc from "fast-check";
import { ulid } from "ulid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { land, newType } from "../../cards/replica/live.fixture.ts";
import { TestOrganization } from "../../cards/replica/organization.fixture.ts";
import { newId } from "../../kernel/id.ts";
import { type Replica, replicasOf } from "../replica/index.ts";
import { recordIdOf, recordsAbout } from "./about.ts";
import { trailProjection } from "./projection.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const everything = ({ db }: Replica) =>
  db
    .prepare(
      `SELECT record.id, actor.text AS actor, action.text AS action, origin.text AS origin, kind.text AS kind, hex(subject) AS subject, hex(members) AS members
       FROM record JOIN word AS actor ON actor.n = actor JOIN word AS action ON action.n = action JOIN word AS origin ON origin.n = origin
       JOIN word AS kind ON kind.n = kind LEFT JOIN chunk ON chunk.id = record.id ORDER BY record.id`,
    )
    .all()
    .map(({ id, ...row }) => ({ ...row, id: recordIdOf(id) }));

it("is the same whether kept up to date or read from the journal, and knows what touched a card", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("create", "chunk", "edit", "trash"), { minLength: 5, maxLength: 15 }),
      async (steps) => {
        const type = newType();
        const organization = await TestOrganization.found([type]);
        const live = replicasOf([trailProjection]);
        await live.openReplica(organization.orgId);
        const [cardId, other] = [
          (await organization.create(type, { name: "One" })).id,
          await organization.create(type, { name: "Two" }),
        ];
        let [touched, trashed] = [1, false];
        for (const step of steps) {
          if (step === "create") await organization.create(type, { name: "More" });
          else if (step === "chunk") await organization.createChunk(type, [{ name: "A" }, { name: "B" }]);
          else if (step === "edit" && !trashed) {
            await organization.edit(type, cardId, { name: `Edited ${touched}` });
            touched++;
          } else if (step === "trash") {
            await organization.trash(type, cardId, (trashed = !trashed));
            touched++;
          }
          if (step === "edit") await live.openReplica(organization.orgId);
        }
        const [lived, built] = [
          await live.openReplica(organization.orgId),
          await replicasOf([trailProjection]).openReplica(organization.orgId),
        ];
        expect(everything(lived)).toEqual(everything(built));
        expect(recordsAbout(lived, cardId)).toHaveLength(touched);
        expect(recordsAbout(lived, other.id)).toHaveLength(1);
      },
    ),
    { numRuns: 5 },
  );
});

it("finds a card in the chunks that include it, and leaves out records for replicas alone", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  const [first = expect.fail(), second = expect.fail()] = await organization.createChunk(type, [{ name: "A" }, { name: "B" }]);
  const subject = { kind: "card", id: first, typeId: type.id } as const;
  await land(organization, { action: "replica.repair", subject, version: 1, before: null, after: null }, ulid());
  await organization.edit(type, first, { name: "C" });
  const trail = await replicasOf([trailProjection]).openReplica(organization.orgId);
  const [edit, chunk] = recordsAbout(trail, first);
  expect(recordsAbout(trail, first)).toEqual([edit, chunk]);
  expect(recordsAbout(trail, second)).toEqual([chunk]);
  expect(recordsAbout(trail, newId("crd"))).toEqual([]);
  // A snapshot of it is what another process starts from.
  await replicasOf([trailProjection]).writeSnapshot(organization.orgId);
  const reader = replicasOf([{ ...trailProjection, readAll: () => expect.fail("read the journal") }]);
  expect(everything(await reader.openReplica(organization.orgId))).toEqual(everything(trail));
});
