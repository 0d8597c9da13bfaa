import { named, newMember } from "@kartis/tests/support/people.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import type { Id } from "../kernel/id.ts";
import { maxEndpoints } from "./rules.ts";
import { card, clock, createCard, createType, endpoint, later, log, minute, names, owner, rename } from "./webhooks.fixture.ts";
import { settle, setUpWebhooks, side, the, toNext } from "./webhooks.fixture.ts";

setUpWebhooks();

const at = (): string => new Date(clock.now()).toISOString();
let began: string;
beforeEach(() => {
  began = at();
});
const everything = { onlyMissing: false, withEarlier: true };
/** The range from the start of the test until now. */
const range = (endpointId: Id<"hok">) => ({ endpointId, from: began, until: at() });
async function replay(endpointId: Id<"hok">, options: { onlyMissing?: boolean; withEarlier?: boolean } = {}): Promise<number> {
  const asked = { ...range(endpointId), ...options };
  const { count } = await owner.call(the("webhooks.replayCount"), asked);
  const before = side.receiver.messages.length;
  await owner.call(the("webhooks.replay"), asked);
  await settle(endpointId);
  expect(side.receiver.messages.length - before).toBe(count);
  return count;
}

describe("a replay", () => {
  it("leaves out what happened before the endpoint existed, and counts it", async () => {
    for (const name of ["A", "B", "C"]) await card(name);
    later(minute);
    const { id } = await endpoint({ events: ["card.created"] });
    await card("D");
    await settle(id);
    later(minute);
    expect(await owner.call(the("webhooks.replayCount"), range(id))).toEqual({ count: 0, earlier: 3, isPartial: false });
    expect(await replay(id)).toBe(0);
    expect(await replay(id, { onlyMissing: false })).toBe(1);
    expect(names()).toEqual(["D", "D"]);
    expect(await replay(id, { withEarlier: true })).toBe(3);
    expect(names().slice(2).toSorted()).toEqual(["A", "B", "C"]);
    expect(await owner.call(the("webhooks.replayCount"), { ...range(id), ...everything })).toMatchObject({
      count: 4,
      earlier: 0,
    });
  });

  it("leaves out events and card types from before they were chosen, and includes what it failed to deliver", async () => {
    const other = await owner.call(createType, { draft: { name: "B", pluralName: "Bs", hue: "slate", fields: [] } });
    const { id } = await endpoint({ events: ["card.created"], cardTypeIds: [other.id] });
    side.receiver.weather = "gone";
    await owner.call(createCard, { typeId: other.id, fields: { name: "Failed" } });
    await card("Of a type that is chosen later");
    await owner.call(named(taskProcedures, "tasks.create"), { title: "Chosen later", due: "2030-09-01" });
    await settle(id);
    later(minute);
    side.receiver.weather = "fine";
    const change = { endpointId: id, events: ["card.created", "task.created"] as const, cardTypeIds: [] };
    await owner.call(the("webhooks.update"), { ...change, events: [...change.events] });
    later(1);
    // Kartis has disabled it, so nothing is sent; but from now on it is to get this.
    await card("Missed");
    await settle(id);
    later(minute);
    const count = { count: 1, earlier: 2 };
    await owner.call(the("webhooks.update"), { endpointId: id, state: "active" });
    // The one that was answered with 410 waits for its next attempt.
    expect(await owner.call(the("webhooks.replayCount"), range(id))).toMatchObject(count);
    expect((await log(id)).map(({ state }) => state)).toEqual(["waiting"]);
    await settle(id);
    await replay(id);
    expect(names().toSorted()).toEqual(["Failed", "Failed", "Missed"]);
  });

  it("counts nothing outside its range, and refuses one from before the log", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    await card();
    later(minute);
    const from = at();
    later(minute);
    const asked = { endpointId: id, from, until: at(), ...everything };
    expect(await owner.call(the("webhooks.replayCount"), asked)).toEqual({ count: 0, earlier: 0, isPartial: false });
    const early = { ...asked, from: new Date(clock.now() - 31 * 86_400_000).toISOString() };
    const refused = { code: "INVALID_INPUT", details: { fields: { from: "validation.webhookReplay" } } };
    await expect(owner.call(the("webhooks.replayCount"), early)).rejects.toMatchObject(refused);
    await expect(owner.call(the("webhooks.replay"), early)).rejects.toMatchObject(refused);
  });
});

describe("a delivery that waits", () => {
  it("says when it is attempted next, is attempted now when somebody asks, and the earlier one about its subject first", async () => {
    const { id } = await endpoint();
    const { id: cardId } = await card("One");
    side.receiver.weather = "broken";
    await settle(id);
    later(1);
    await rename(cardId, "Two");
    await settle(id);
    const next = new Date(clock.now() - 1 + minute).toISOString();
    expect((await log(id)).map(({ state, nextAt }) => ({ state, nextAt }))).toEqual(
      Array.from({ length: 2 }, () => ({ state: "waiting", nextAt: next })),
    );
    side.receiver.weather = "fine";
    const second = (await log(id)).find(({ event }) => event === "card.updated");
    const ref = { endpointId: id, messageId: second?.messageId ?? "" };
    expect(await owner.call(the("webhooks.resend"), ref)).toMatchObject({ state: "waiting", nextAt: at() });
    await settle(id);
    expect((await log(id)).map(({ state, nextAt }) => ({ state, nextAt }))).toEqual(
      Array.from({ length: 2 }, () => ({ state: "delivered", nextAt: null })),
    );
    expect(side.calls()).toBe(3);
  });

  it("has no next attempt while its endpoint is paused, and a later one while it is held", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    side.receiver.weather = "busy";
    for (let number = 0; number < 10; number++) await card(String(number));
    await settle(id);
    const held = await log(id);
    for (const { nextAt } of held) expect(Date.parse(nextAt ?? "")).toBeGreaterThan(clock.now());
    await owner.call(the("webhooks.update"), { endpointId: id, state: "paused" });
    expect((await log(id)).map(({ nextAt }) => nextAt)).toEqual(held.map(() => null));
    await owner.call(the("webhooks.update"), { endpointId: id, state: "active" });
    side.receiver.weather = "fine";
    // One that is asked for ends the hold; what could not be reached follows.
    await owner.call(the("webhooks.resend"), { endpointId: id, messageId: held[0]?.messageId ?? "" });
    await settle(id);
    expect((await log(id)).filter(({ state }) => state === "delivered").length).toBeGreaterThan(0);
    await toNext(id);
    await settle(id);
  });
});

it("the number of endpoints is never exceeded, however many are created at once", async () => {
  const admin = await newMember(owner, { systemRole: "ADMIN" });
  for (let number = 0; number < maxEndpoints - 3; number++) await endpoint();
  const create = (person: typeof owner) =>
    person.call(the("webhooks.create"), { url: "https://hooks.example.com/", events: ["*"] });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => create(at % 2 === 0 ? owner : admin)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject({ code: "PRECONDITION_FAILED" });
  expect(await owner.call(the("webhooks.list"), {})).toHaveLength(maxEndpoints);
});
