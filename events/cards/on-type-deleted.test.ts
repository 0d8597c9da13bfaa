import { cardProcedures, cardTypeProcedures } from "@kartis/core/cards/index.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { layoutProcedures } from "@kartis/core/layouts/index.ts";
import { storedLayouts } from "@kartis/core/layouts/store.ts";
import { viewProcedures } from "@kartis/core/views/index.ts";
import { allViews } from "@kartis/core/views/store.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handler } from "./on-type-deleted.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("a deleted type takes its views and layouts along and no others", async () => {
  const owner = await newOwner();
  const { orgId } = owner;
  const [gone, kept] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!gone || !kept) return expect.fail("no types");
  const state = { display: "table" as const };
  for (const typeId of [gone.id, kept.id, null])
    for (let at = 0; at < 45; at++)
      await owner.call(named(viewProcedures, "views.create"), { typeId, name: `View ${at}`, isPrivate: at % 2 === 0, state });
  for (const typeId of [gone.id, kept.id])
    await owner.call(named(layoutProcedures, "layouts.create"), {
      typeId,
      layout: { title: "Short", groups: [{ id: "main", title: "Main", fieldIds: ["owner"], isDefaultOpen: true }] },
    });
  const others = (await allViews(orgId)).filter(({ typeId }) => typeId !== gone.id);
  await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: gone.id });
  const record = (await latestRecords(orgId, 10, null)).find(({ changes }) => changes[0]?.action === "cardType.delete");
  const detail = { orgId, recordId: record?.id, actions: ["cardType.delete"] };
  const event = { Records: [sqsRecord({ detail })] };
  for (const _ of ["once", "again"]) expect(await handler(event)).toEqual({ batchItemFailures: [] });
  expect(await allViews(orgId)).toEqual(others);
  expect(await storedLayouts(orgId, gone.id)).toEqual([]);
  expect(await storedLayouts(orgId, kept.id)).toHaveLength(1);
});
