import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { type CardId, newId } from "../../kernel/id.ts";
import { usedOf } from "../../plans/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { communicationProcedures, taskProcedures } from "../index.ts";

const [create, update, remove, restore] = [
  named(communicationProcedures, "communications.create"),
  named(communicationProcedures, "communications.update"),
  named(communicationProcedures, "communications.remove"),
  named(communicationProcedures, "communications.restore"),
];
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  cardId = (
    await owner.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? expect.fail(), fields: { name: "Galil" } })
  ).id;
});
afterAll(() => backend.close());

it("a call is logged as it was, with its number in the international form, and answered just now unless it says otherwise", async () => {
  const made = await owner.call(create, {
    type: "CALL",
    cardId,
    direction: "IN",
    number: "+972 (50) 123-4567",
    seconds: 402,
    note: " Approved ",
  });
  expect(made).toMatchObject({
    type: "CALL",
    direction: "IN",
    number: "+972501234567",
    seconds: 402,
    status: "answered",
    note: "Approved",
    link: null,
  });
  expect(Math.abs(Date.now() - Date.parse(made.happenedAt))).toBeLessThan(60_000);
  const earlier = await owner.call(create, {
    type: "CALL",
    cardId,
    status: "missed",
    happenedAt: "2026-01-02T10:00:00+02:00",
    number: "reception",
  });
  expect(earlier).toMatchObject({
    happenedAt: "2026-01-02T08:00:00.000Z",
    direction: "OUT",
    status: "missed",
    number: "reception",
  });
});

it("other channels have a link, which leads to the web and nowhere else", async () => {
  const made = await owner.call(create, { type: "LINKEDIN", cardId, link: "linkedin.com/in/amit", note: "Asked about delivery" });
  expect(made).toMatchObject({ link: "https://linkedin.com/in/amit", status: null, number: null });
  for (const link of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "no link at all"])
    await expect(owner.call(create, { type: "TWITTER", cardId, link })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it("values of another type, of the future and of calls that nobody answered are refused by name", async () => {
  const refused = (fields: Record<string, string>) => ({ code: "INVALID_INPUT", details: { fields } });
  await expect(owner.call(create, { type: "FACEBOOK", cardId, seconds: 5 })).rejects.toMatchObject(
    refused({ seconds: "validation.unknownField" }),
  );
  await expect(owner.call(create, { type: "CALL", cardId, link: "https://a.example" })).rejects.toMatchObject(
    refused({ link: "validation.unknownField" }),
  );
  await expect(owner.call(create, { type: "CALL", cardId, happenedAt: "9999-12-31T00:00:00Z" })).rejects.toMatchObject(
    refused({ happenedAt: "validation.future" }),
  );
  await expect(owner.call(create, { type: "CALL", cardId, status: "missed", seconds: 5 })).rejects.toMatchObject(
    refused({ seconds: "validation.notAnswered" }),
  );
  const answered = await owner.call(create, { type: "CALL", cardId, seconds: 5 });
  await expect(owner.call(update, { communicationId: answered.id, status: "failed" })).rejects.toMatchObject(
    refused({ seconds: "validation.notAnswered" }),
  );
  expect(await owner.call(update, { communicationId: answered.id, status: "failed", seconds: null })).toMatchObject({
    status: "failed",
    seconds: null,
  });
});

it("changes are undone, and only what is outside the trash counts against the plan", async () => {
  const used = () => usedOf(owner.orgId, "activities");
  const before = await used();
  const made = await owner.call(create, { type: "CALL", cardId, note: "One" });
  const changed = await owner.call(update, { communicationId: made.id, note: "Two", pinned: true });
  await owner.call(undo, { recordId: changed.recordId ?? expect.fail() });
  expect(await used()).toBe(before + 1);
  const removed = await owner.call(remove, { communicationId: made.id });
  expect(await used()).toBe(before);
  expect(await owner.call(restore, { communicationId: made.id })).toMatchObject({ note: "One", pinned: false, trashedAt: null });
  const other = await owner.call(create, { type: "CALL", cardId, note: "Other" });
  await owner.call(undo, { recordId: other.recordId ?? expect.fail() });
  expect(await used()).toBe(before + 1);
  await expect(owner.call(update, { communicationId: other.id, note: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(removed.trashedAt).not.toBeNull();
});

it("a task is not reached as a call", async () => {
  const task = await owner.call(named(taskProcedures, "tasks.create"), { title: "To do", due: "2030-01-01", cardId });
  await expect(owner.call(update, { communicationId: task.id, note: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(owner.call(remove, { communicationId: task.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("a call is logged once under its id; another note, or another type, is not taken for it", async () => {
  const communicationId = newId("act");
  const call = { type: "CALL", cardId, communicationId, number: "050-123-4567", note: "Approved" } as const;
  const made = await owner.call(create, call);
  expect(await owner.call(create, call)).toMatchObject({ id: made.id, recordId: null, happenedAt: made.happenedAt });
  const loggedBefore = { code: "CONFLICT", details: { messageKey: "errors.loggedBefore" } };
  for (const change of [{ note: "Not approved" }, { seconds: 60 }, { happenedAt: "2026-01-02T10:00:00+02:00" }])
    await expect(owner.call(create, { ...call, ...change })).rejects.toMatchObject(loggedBefore);
  const elsewhere = { type: "FACEBOOK", cardId, communicationId, note: "Approved" } as const;
  await expect(owner.call(create, elsewhere)).rejects.toMatchObject(loggedBefore);
});
