import { named } from "@kartis/tests/support/people.ts";
import { fanOutLatest, run } from "@kartis/tests/support/webhooks.ts";
import { Card } from "@kartis/functions/api/rest/answers/cards.ts";
import { Task } from "@kartis/functions/api/rest/answers/tasks.ts";
import { describe, expect, it } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import {
  bodies,
  card,
  clock,
  createCard,
  createType,
  endpoint,
  later,
  log,
  minute,
  owner,
  rename,
  settle,
  setUpWebhooks,
  side,
  toNext,
  typeId,
  updateCard,
} from "./webhooks.fixture.ts";

setUpWebhooks();

describe("a delivery", () => {
  it("carries the event, the subject as the API returns it, and what changed; signed, under a stable id", async () => {
    const { id } = await endpoint();
    const { id: cardId } = await card();
    await rename(cardId, "Dana Levi");
    await settle(id);
    const [created, updated] = bodies();
    expect(Object.keys(created)).toEqual(["type", "timestamp", "data"]);
    expect(updated).toMatchObject({
      type: "card.updated",
      data: {
        form: 1,
        organizationId: owner.orgId,
        actor: { kind: "user", id: owner.userId },
        kind: "card",
        id: cardId,
        typeId,
        version: 2,
        changes: { name: { before: "Dana", after: "Dana Levi" } },
      },
    });
    expect(Card.parse(updated.data.object)).toMatchObject({ id: cardId, fields: { name: "Dana Levi" } });
    expect(side.receiver.messages.map(({ signature }) => signature)).toEqual(["valid", "valid"]);
    expect((await log(id)).map(({ state, status, attempts }) => ({ state, status, attempts }))).toEqual(
      Array.from({ length: 2 }, () => ({ state: "delivered", status: 204, attempts: 1 })),
    );
  });

  it("about a task has what the API returns", async () => {
    const { id } = await endpoint({ events: ["task.created", "task.updated"] });
    const task = await owner.call(named(taskProcedures, "tasks.create"), { title: "Call", due: "2030-09-01" });
    await owner.call(named(taskProcedures, "tasks.update"), { taskId: task.id, done: true });
    await settle(id);
    const [created, updated] = bodies();
    expect(Task.parse(created.data.object)).toMatchObject({ id: task.id, title: "Call" });
    expect(updated.data.changes).toMatchObject({ done: { before: null, after: true } });
    // Internal values are not included.
    for (const name of Object.keys(updated.data.changes)) expect(updated.data.object).toHaveProperty(name);
  });

  it("never contains a password, only that there is one", async () => {
    const { id } = await endpoint();
    const type = (await owner.call(named(cardProcedures, "cards.types"), {})).find((one) => one.id === typeId);
    const fieldId = type?.fields.find((field) => field.type === "password")?.id ?? expect.fail("no field");
    const made = await owner.call(createCard, { typeId, fields: { name: "x", [fieldId]: "hunter2-secret" } });
    later(minute);
    await owner.call(updateCard, { cardId: made.id, fields: { [fieldId]: "hunter3-secret" } });
    await settle(id);
    expect(side.receiver.messages).toHaveLength(2);
    for (const { body } of side.receiver.messages) {
      expect(body).not.toMatch(/hunter/);
      expect(JSON.parse(body).data.object.fields[fieldId]).toEqual({ setAt: expect.any(String) });
    }
  });

  it("is made only for chosen events and card types, and for nothing before the endpoint existed", async () => {
    await card("Before");
    later(1);
    const other = await owner.call(createType, { draft: { name: "B", pluralName: "Bs", hue: "slate", fields: [] } });
    const { id } = await endpoint({ events: ["card.created"], cardTypeIds: [other.id] });
    const { id: cardId } = await card("Another type");
    await rename(cardId, "Not chosen");
    await owner.call(createCard, { typeId: other.id, fields: { name: "Chosen" } });
    await settle(id);
    expect(bodies().map(({ data }) => data.object.fields.name)).toEqual(["Chosen"]);
  });

  it("arrives once, however often the records are delivered and however many consumers run in parallel", async () => {
    const { id } = await endpoint();
    await card();
    await Promise.all(Array.from({ length: 4 }, () => fanOutLatest(owner.orgId, clock)));
    await Promise.all(Array.from({ length: 4 }, () => run(owner.orgId, id, clock, side.call)));
    await settle(id);
    expect(side.calls()).toBe(1);
  });

  it("whose answer was lost is repeated under the same id and with the same body", async () => {
    const { id } = await endpoint();
    const { id: cardId } = await card();
    side.receiver.weather = "silent";
    await settle(id);
    // A repeat has the original body, even if the card has changed since.
    side.receiver.weather = "fine";
    await owner.call(named(cardProcedures, "cards.remove"), { cardId });
    await settle(id);
    await toNext(id);
    await run(owner.orgId, id, clock, side.call);
    const [first, again] = side.receiver.messages;
    expect([again?.id, again?.body]).toEqual([first?.id, first?.body]);
    expect(bodies().map(({ type }) => type)).toEqual(["card.created", "card.created", "card.deleted"]);
  });
});
