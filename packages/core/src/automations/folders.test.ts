import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { aroundRequests } from "../data/connection.ts";
import { auditProcedures } from "../journal/index.ts";
import { newId, type RecordId } from "../kernel/id.ts";
import { Once } from "../kernel/once.ts";
import { dyingAt, killed } from "../operations/killed.fixture.ts";
import { undoProcedures } from "../undo/index.ts";
import { definitionOf, the } from "./automations.fixture.ts";
import { memberWith } from "./world.fixture.ts";

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await newOwner();
});

const undo = named(undoProcedures, "changes.undo");
async function made(name: string, folder?: string | null, actions: readonly object[] = []) {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const given = { cardTypeId: type?.id ?? expect.fail("no type"), name, definition: definitionOf({ actions }) };
  return owner.call(the("automations.create"), folder === undefined ? given : { ...given, folder });
}
const folders = async () =>
  Object.fromEntries((await owner.call(the("automations.list"), {})).map(({ name, folder }) => [name, folder]));
const move = (given: object) => owner.call(the("automations.move"), given as never);
const takeBack = async (recordIds: readonly RecordId[]) => {
  const undone = await Promise.all(recordIds.map((recordId) => owner.call(undo, { recordId })));
  return undone.flatMap(({ recordId }) => recordId ?? []);
};

describe("folders", () => {
  it("hold automations that are moved, renamed and deleted together, all of which can be undone", async () => {
    const [one, other] = [await made("One"), await made("Other")];
    await made("Third", "Sales");
    const moved = await move({ automationIds: [one.id, other.id, one.id], folder: " Sales " });
    expect(moved.recordIds).toHaveLength(1);
    expect(await folders()).toEqual({ One: "Sales", Other: "Sales", Third: "Sales" });
    const renamed = await move({ from: "Sales", folder: "מכירות" });
    expect(await folders()).toEqual({ One: "מכירות", Other: "מכירות", Third: "מכירות" });
    const deleted = await move({ from: "מכירות", folder: null });
    expect(await folders()).toEqual({ One: null, Other: null, Third: null });
    const undone = await takeBack(deleted.recordIds);
    expect(await folders()).toEqual({ One: "מכירות", Other: "מכירות", Third: "מכירות" });
    await takeBack(undone);
    expect(await folders()).toEqual({ One: null, Other: null, Third: null });
    await takeBack(deleted.recordIds).catch(() => undefined);
    await takeBack(renamed.recordIds).catch(() => undefined);
    expect(await move({ from: "Nothing", folder: "X" })).toEqual({ ok: true, recordIds: [], left: 0 });
  });

  /** As many automations as two transactions take. */
  async function many() {
    const texts = Array.from({ length: 28 }, () => ({
      kind: "changeField",
      how: "write",
      fieldId: "name",
      text: "x".repeat(5_000),
    }));
    const all = [];
    for (let at = 0; at < count; at++) all.push(await made(`A${at}`, "Many", texts));
    return all;
  }
  const count = 12;

  it("of more than one transaction takes are renamed whole", async () => {
    await many();
    const { recordIds } = await move({ from: "Many", folder: "Few" });
    expect(recordIds).toHaveLength(2);
    expect(Object.values(await folders())).toEqual(Array.from({ length: count }, () => "Few"));
    await takeBack(recordIds);
    expect(Object.values(await folders())).toEqual(Array.from({ length: count }, () => "Many"));
  });

  it("of which a part was moved when the rest failed say so, and that part can be undone", async () => {
    const all = await many();
    const last = all.at(-1) ?? expect.fail("no automation");
    const end = aroundRequests(async ({ operation }, next) => {
      const answer = await next();
      if (operation !== "TransactWriteItems") return answer;
      end();
      await owner.call(the("automations.remove"), { automationId: last.id });
      return answer;
    });
    const { recordIds, left } = await move({ automationIds: all.map(({ id }) => id), folder: "Few" });
    expect(recordIds).toHaveLength(1);
    expect(left).toBeGreaterThan(0);
    const moved = Object.values(await folders()).filter((folder) => folder === "Few");
    expect(moved).toHaveLength(count - left);
    await takeBack(recordIds);
    expect(Object.values(await folders())).toEqual(Array.from({ length: count - 1 }, () => "Many"));
  });

  it("are moved once by a call that is repeated because its answer was lost, which answers the same", async () => {
    await many();
    const procedure = the("automations.move");
    const context = await owner.context();
    const call = (from: string, key: string) =>
      procedure.call({ from, folder: "Few" }, { ...context, once: new Once(key, owner.clock.now()) });
    const first = await call("Many", "a");
    expect(first.recordIds).toHaveLength(2);
    expect(await call("Many", "a")).toEqual(first);
    // The first call has died after its first transaction.
    await takeBack(first.recordIds);
    const hasDied = dyingAt(2, "before");
    await expect(call("Many", "b")).rejects.toThrow(killed);
    expect(hasDied()).toBe(true);
    const again = await call("Many", "b");
    expect(again.recordIds).toHaveLength(2);
    await takeBack(again.recordIds);
    expect(Object.values(await folders())).toEqual(Array.from({ length: count }, () => "Many"));
  });

  it("keep what was moved on since when a move is undone", async () => {
    const [one, other] = [await made("One"), await made("Other")];
    const { recordIds } = await move({ automationIds: [one.id, other.id], folder: "A" });
    await owner.call(the("automations.update"), { automationId: one.id, folder: "B" });
    await takeBack(recordIds);
    expect(await folders()).toEqual({ One: "B", Other: null });
    await expect(takeBack(recordIds)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("are given, kept and taken away by the API's automations, and come back with a deleted one", async () => {
    const { id: automationId, folder, version } = await made("One", "Sales");
    expect(folder).toBe("Sales");
    const renamed = await owner.call(the("automations.update"), { automationId, expectedVersion: version, name: "Two" });
    expect(renamed).toMatchObject({ name: "Two", folder: "Sales" });
    const { recordId } = await owner.call(the("automations.remove"), { automationId });
    await owner.call(undo, { recordId: recordId ?? expect.fail("nothing recorded") });
    expect(await owner.call(the("automations.get"), { automationId })).toMatchObject({ folder: "Sales" });
    expect(await owner.call(the("automations.update"), { automationId, folder: null })).toMatchObject({ folder: null });
  });

  it("are recorded with the folder before and after", async () => {
    const { id } = await made("One", "Sales");
    await move({ automationIds: [id], folder: "Service" });
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { limit: 1 });
    expect(entries[0]).toMatchObject({ action: "automation.update" });
  });

  it("refuse a name that is empty or too long, an unknown automation, and those who may only read", async () => {
    const { id } = await made("One");
    for (const folder of [" ", "x".repeat(101)]) await expect(move({ automationIds: [id], folder })).rejects.toThrow();
    await expect(move({ folder: "A" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(move({ automationIds: [id], from: "B", folder: "A" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(move({ automationIds: [id, newId("aut")], folder: "A" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await folders()).toEqual({ One: null });
    const reader = await memberWith(owner, { "AUTOMATION.read": "ORGANIZATION" });
    const { recordIds } = await move({ automationIds: [id], folder: "A" });
    await expect(reader.call(the("automations.move"), { automationIds: [id], folder: "B" })).rejects.toThrow("NO_PERMISSION");
    await expect(reader.call(undo, { recordId: recordIds[0] ?? expect.fail() })).rejects.toThrow("NO_PERMISSION");
  });
});
