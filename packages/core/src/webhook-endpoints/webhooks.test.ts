import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { fanOutLatest, receiverSide, run } from "@kartis/tests/support/webhooks.ts";
import { Card } from "@kartis/functions/api/rest/answers/cards.ts";
import { Task } from "@kartis/functions/api/rest/answers/tasks.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId, Id } from "../kernel/id.ts";
import type { Call } from "./attempt.ts";
import { failingMs, nextAttemptAt, triedMs } from "./back-off.ts";
import { progressEntity, waitingEntity, shardOf } from "./entity.ts";
import { forgetBodies } from "./index.ts";
import { noticesOfEndpoints } from "./notices.ts";
import { webhookProcedures } from "./procedures.ts";
import { sweepDeliveries } from "./progress.ts";

const the = <Name extends (typeof webhookProcedures)[number]["name"]>(name: Name) => named(webhookProcedures, name);
const createCard = named(cardProcedures, "cards.create");
const updateCard = named(cardProcedures, "cards.update");
const createType = named(cardTypeProcedures, "cardTypes.create");

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

let backend: Backend;
let nowMs = Date.parse("2030-01-07T08:00:00Z");
const clock = { now: () => nowMs };
let owner: Owner;
let typeId: Id<"typ">;
let side: ReturnType<typeof receiverSide>;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  // Tests are days apart, so that none reads another's records within its overlap.
  nowMs += 10 * day;
  owner = await newOwner({ clock, template: "empty" });
  const draft = { name: "Lead", pluralName: "Leads", hue: "slate", fields: [{ label: "Password", type: "password" }] } as const;
  typeId = (await owner.call(createType, { draft: { ...draft, fields: [...draft.fields] } })).id;
  side = receiverSide(clock);
});
afterAll(() => backend.close());

async function endpoint(given: { events?: readonly string[]; cardTypeIds?: Id<"typ">[]; url?: string } = {}) {
  const { events = ["*"], url = "https://hooks.example.com/kartis?key=1", ...rest } = given;
  const made = await owner.call(the("webhooks.create"), { url, events: events as "*"[], ...rest });
  side.receiver.secret = made.secret;
  nowMs += 1;
  return made;
}
const card = async (name = "Dana") => owner.call(createCard, { typeId, fields: { name } });
const rename = (cardId: CardId, name: string) => owner.call(updateCard, { cardId, fields: { name } });
/** Runs all consumers until the endpoint has nothing due. */
async function settle(endpointId: Id<"hok">, call: Call = side.call) {
  await fanOutLatest(owner.orgId, clock);
  await run(owner.orgId, endpointId, clock, call);
}
const bodies = () => side.receiver.messages.map(({ body }) => JSON.parse(body));
const log = async (endpointId: Id<"hok">) => (await owner.call(the("webhooks.deliveries"), { endpointId })).deliveries;
const shown = async (endpointId: Id<"hok">) =>
  (await owner.call(the("webhooks.list"), {})).find(({ id }) => id === endpointId) ?? expect.fail("no endpoint");
const waitingOf = async (endpointId: Id<"hok">) =>
  (
    await waitingEntity()
      .query.main({ orgId: owner.orgId, shard: shardOf(endpointId), endpointId })
      .go({ pages: "all" })
  ).data;
/** Moves the clock to the next attempt or probe, as the sweep would find it. */
async function toNext(endpointId: Id<"hok">): Promise<void> {
  const { data } = await progressEntity().get({ orgId: owner.orgId, endpointId }).go();
  nowMs = Math.max(nowMs + 1, Date.parse(data?.dueAt ?? expect.fail("nothing is due")));
}

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
    nowMs += minute;
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
    nowMs += 1;
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

describe("failures", () => {
  it("of one message are followed by retries for three days with growing pauses; then it is given up", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    await card();
    side.receiver.weather = "broken";
    const began = nowMs;
    await settle(id);
    while ((await waitingOf(id)).length > 0) {
      await toNext(id);
      await run(owner.orgId, id, clock, side.call);
    }
    expect(nowMs - began).toBe(triedMs);
    expect(side.calls()).toBeGreaterThanOrEqual(8);
    expect(await log(id)).toMatchObject([{ state: "failed", status: 500, reason: "status", attempts: side.calls() }]);
  });

  it("are spaced by pauses that only grow, and end with the three days", () => {
    let [at, attempts, pause] = [0, 1, 0];
    for (;;) {
      const next = nextAttemptAt(attempts, 0, at);
      if (next === undefined) break;
      if (next < triedMs) expect(next - at).toBeGreaterThanOrEqual(pause);
      [pause, at, attempts] = [next - at, next, attempts + 1];
    }
    expect([at, attempts]).toEqual([triedMs, 11]);
  });

  it("hold up later messages about the same subject, and no others", async () => {
    const { id } = await endpoint();
    const [one, two] = [await card("One"), await card("Two")];
    await rename(one.id, "One again");
    await fanOutLatest(owner.orgId, clock);
    const failing: Call = async (url, headers, body) => {
      side.receiver.weather = body.includes(one.id) ? "broken" : "fine";
      return side.call(url, headers, body);
    };
    await run(owner.orgId, id, clock, failing);
    const received = () => bodies().map(({ type, data }) => `${type} ${data.id}`);
    expect(received().toSorted()).toEqual([`card.created ${one.id}`, `card.created ${two.id}`].toSorted());
    await rename(two.id, "Two again");
    await settle(id, failing);
    expect(received()).toContain(`card.updated ${two.id}`);
    expect(received()).not.toContain(`card.updated ${one.id}`);
    await toNext(id);
    await run(owner.orgId, id, clock, async (url, headers, body) => {
      side.receiver.weather = "fine";
      return side.call(url, headers, body);
    });
    expect(received().slice(-2)).toEqual([`card.created ${one.id}`, `card.updated ${one.id}`]);
  });

  it("of the endpoint itself lead to probes with one message at a time, and the rest follows at once when it recovers", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    for (let at = 0; at < 30; at++) await card(`Card ${at}`);
    side.receiver.weather = "busy";
    await settle(id);
    expect(side.calls()).toBeLessThan(15);
    const before = side.calls();
    await run(owner.orgId, id, clock, side.call);
    expect(side.calls()).toBe(before);
    await toNext(id);
    await run(owner.orgId, id, clock, side.call);
    expect(side.calls()).toBe(before + 1);
    side.receiver.weather = "fine";
    await toNext(id);
    await run(owner.orgId, id, clock, side.call);
    expect(await waitingOf(id)).toEqual([]);
    expect((await shown(id)).failingSince).toBeNull();
  });

  it("during 200 events: once the receiver is back, each arrives, in order for its subject", async () => {
    const { id } = await endpoint();
    side.receiver.weather = "slow";
    const cards = [];
    for (let at = 0; at < 20; at++) cards.push(await card(`0`));
    for (let round = 1; round < 10; round++) {
      await Promise.all(cards.map(({ id: cardId }) => rename(cardId, String(round))));
      if (round % 3 === 0) await settle(id);
      nowMs += 20_000;
    }
    await fanOutLatest(owner.orgId, clock);
    side.receiver.weather = "fine";
    for (let times = 0; times < 50 && (await waitingOf(id)).length > 0; times++) {
      await toNext(id);
      await run(owner.orgId, id, clock, side.call);
    }
    const arrived = side.receiver.messages.filter(({ weather }) => weather === "fine");
    expect(new Set(arrived.map(({ id: messageId }) => messageId)).size).toBe(200);
    for (const { id: cardId } of cards) {
      const versions = arrived
        .map(({ body }) => JSON.parse(body).data)
        .flatMap((data) => (data.id === cardId ? [data.version] : []));
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(versions).toHaveLength(10);
    }
  });

  it("disable an endpoint after five days without a success, and notify owner and administrators once", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    await newMember(owner, {});
    side.receiver.weather = "broken";
    const began = nowMs;
    for (let at = 0; (await shown(id)).state === "active"; at++) {
      await card(`Card ${at}`);
      await settle(id);
      nowMs += 4 * hour;
      if (at > 40) expect.fail("never disabled");
    }
    expect(nowMs - began).toBeGreaterThanOrEqual(failingMs);
    expect(await shown(id)).toMatchObject({ state: "disabled", disabledReason: "failing" });
    const calls = side.calls();
    await card("Later");
    await settle(id);
    expect(side.calls()).toBe(calls);
    const notices = await Promise.all((await latestRecords(owner.orgId, 300, null)).map(noticesOfEndpoints));
    expect(
      notices
        .flat()
        .map(({ userId }) => userId)
        .toSorted(),
    ).toEqual([owner.userId, admin.userId].toSorted());
  });

  it("with 410 disable it at once; enabled again, it gets what it missed when somebody asks for a replay", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    side.receiver.weather = "gone";
    await card("First");
    await settle(id);
    expect(await shown(id)).toMatchObject({ state: "disabled", disabledReason: "gone" });
    nowMs += minute;
    const missedAt = new Date(nowMs).toISOString();
    await card("Missed");
    await settle(id);
    nowMs += minute;
    side.receiver.weather = "fine";
    await owner.call(the("webhooks.update"), { endpointId: id, state: "active" });
    await card("Afterwards");
    await settle(id);
    const names = (): string[] => bodies().map(({ data }) => data.object.fields.name);
    expect(names().slice(1).toSorted()).toEqual(["Afterwards", "First"]);
    await owner.call(the("webhooks.replay"), { endpointId: id, from: missedAt, until: new Date(nowMs).toISOString() });
    await settle(id);
    expect(names().slice(3)).toEqual(["Missed"]);
  });

  it("of one organization's endpoint do not delay another's", async () => {
    const { id } = await endpoint();
    const other = await newOwner({ clock });
    const theirs = await other.call(the("webhooks.create"), { url: "https://other.example.com/", events: ["*"] });
    nowMs += 1;
    const theirType = (await other.call(named(cardProcedures, "cards.types"), {}))[0]?.id ?? expect.fail("no type");
    await other.call(createCard, { typeId: theirType, fields: { name: "Theirs" } });
    await card("Mine");
    let letGo = () => {};
    const hanging = new Promise<void>((resolve) => (letGo = resolve));
    await fanOutLatest(owner.orgId, clock);
    const slow = run(owner.orgId, id, clock, async (...request) => {
      await hanging;
      return side.call(...request);
    });
    const there = receiverSide(clock);
    await fanOutLatest(other.orgId, clock);
    await run(other.orgId, theirs.id, clock, there.call);
    expect(there.receiver.messages.map(({ body }) => JSON.parse(body).data.organizationId)).toEqual([other.orgId]);
    letGo();
    await slow;
    expect(bodies().map(({ data }) => data.organizationId)).toEqual([owner.orgId]);
  });
});

describe("an endpoint", () => {
  it("shows its secret once, and for a day after a rotation its messages are signed with both", async () => {
    const { id, secret } = await endpoint({ events: ["card.created"] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const rotated = await owner.call(the("webhooks.rotateSecret"), { endpointId: id });
    expect(rotated.secret).not.toBe(secret);
    expect(JSON.stringify(await owner.call(the("webhooks.list"), {}))).not.toMatch(/whsec_/);
    const signaturesBy = async (known: string) => {
      side.receiver.secret = known;
      await card();
      await settle(id);
      return side.receiver.messages.at(-1)?.signature;
    };
    expect([await signaturesBy(secret), await signaturesBy(rotated.secret)]).toEqual(["valid", "valid"]);
    nowMs += day + 1;
    expect([await signaturesBy(secret), await signaturesBy(rotated.secret)]).toEqual(["wrong", "valid"]);
  });

  it("that is paused gets nothing, and then, once resumed, what happened meanwhile, in order", async () => {
    const { id } = await endpoint();
    await owner.call(the("webhooks.update"), { endpointId: id, state: "paused" });
    const { id: cardId } = await card("a");
    await rename(cardId, "b");
    await settle(id);
    expect(side.calls()).toBe(0);
    await owner.call(the("webhooks.update"), { endpointId: id, state: "active" });
    await settle(id);
    expect(bodies().map(({ type }) => type)).toEqual(["card.created", "card.updated"]);
  });

  it("that is removed leaves nothing behind", async () => {
    const { id } = await endpoint();
    side.receiver.weather = "broken";
    await card();
    await settle(id);
    await owner.call(the("webhooks.remove"), { endpointId: id });
    await settle(id);
    expect(await waitingOf(id)).toEqual([]);
    await expect(owner.call(the("webhooks.deliveries"), { endpointId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const calls = side.calls();
    nowMs += day;
    await run(owner.orgId, id, clock, side.call);
    expect(side.calls()).toBe(calls);
  });

  it("must have a URL on the public internet", async () => {
    const refused = (url: string, message: string) =>
      expect(endpoint({ url })).rejects.toMatchObject({ code: "INVALID_INPUT", details: { fields: { url: message } } });
    await refused("http://hooks.example.com/", "validation.webhookHttps");
    await refused("https://2130706433/", "validation.webhookPublic");
    await refused("https://localhost/", "validation.webhookPublic");
    await refused("ftp://hooks.example.com/", "validation.url");
    await refused("https://me:secret@hooks.example.com/", "validation.url");
  });

  it("can only choose card types of its own organization", async () => {
    const other = await newOwner({ clock });
    const theirs = (await other.call(named(cardProcedures, "cards.types"), {}))[0]?.id ?? expect.fail("no type");
    const refused = { code: "INVALID_INPUT", details: { fields: { cardTypeIds: "validation.enum" } } };
    await expect(endpoint({ cardTypeIds: [theirs] })).rejects.toMatchObject(refused);
    const { id } = await endpoint();
    const change = { endpointId: id, cardTypeIds: [typeId, theirs] };
    await expect(owner.call(the("webhooks.update"), change)).rejects.toMatchObject(refused);
  });

  it("needs the right to read everything it receives, and shows its whole URL only to those who may change it", async () => {
    const { roleProcedures } = await import("../organizations/roles/procedures.ts");
    const grants = {
      "ORGANIZATION.read": "ORGANIZATION",
      "ORGANIZATION.update": "ORGANIZATION",
      "TASKS.read": "ORGANIZATION",
    } as const;
    const role = await owner.call(named(roleProcedures, "roles.create"), { name: "Technician", grants });
    const reader = await owner.call(named(roleProcedures, "roles.create"), {
      name: "Reader",
      grants: { "ORGANIZATION.read": "ORGANIZATION" },
    });
    const [member, onlooker] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: reader.id })];
    const url = "https://hooks.example.com/a/secret";
    const beyond = { code: "INVALID_INPUT", details: { fields: { events: "validation.beyondOwnRights" } } };
    const create = the("webhooks.create");
    await expect(member.call(create, { url, events: ["*"] })).rejects.toMatchObject(beyond);
    await expect(member.call(create, { url, events: ["card.created", "task.created"] })).rejects.toMatchObject(beyond);
    await member.call(create, { url, events: ["task.created"] });
    await expect(onlooker.call(create, { url, events: ["task.created"] })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    expect((await onlooker.call(the("webhooks.list"), {})).map((one) => one.url)).toEqual(["https://hooks.example.com/…"]);
    // Callers who may not read the events can neither change the URL that gets them nor read the log.
    const { id } = await endpoint({ events: ["card.created"] });
    const change = { endpointId: id, url: "https://elsewhere.example.com/" };
    await expect(member.call(the("webhooks.update"), change)).rejects.toMatchObject(beyond);
    await card();
    await settle(id);
    const [line] = await log(id);
    const ref = { endpointId: id, messageId: line?.messageId ?? "" };
    await expect(member.call(the("webhooks.delivery"), ref)).rejects.toMatchObject({ code: "NO_PERMISSION" });
    expect((await owner.call(the("webhooks.delivery"), ref)).request?.body).toContain("card.created");
  });
});

describe("the log", () => {
  it("has the request and the response of each, and resends one under its id", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    await card();
    await settle(id);
    const [line] = await log(id);
    const ref = { endpointId: id, messageId: line?.messageId ?? "" };
    const details = await owner.call(the("webhooks.delivery"), ref);
    expect(details.request?.headers).toMatchObject({
      "webhook-id": ref.messageId,
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    expect(details.request?.body).toBe(side.receiver.messages[0]?.body);
    expect(details.answer).toEqual({ headers: { server: "x" }, body: "answer", isCut: false });
    expect(await owner.call(the("webhooks.resend"), ref)).toMatchObject({ state: "waiting" });
    await settle(id);
    expect(side.receiver.messages.map(({ id: messageId }) => messageId)).toEqual([ref.messageId, ref.messageId]);
    expect(await log(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  it("loses its bodies when a person is erased; pending messages get new ones", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    const { id: cardId } = await card("Dana");
    await settle(id);
    side.receiver.weather = "broken";
    await card("Noa");
    await settle(id);
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { name: "Erased" } });
    await forgetBodies(owner.orgId, new Date(nowMs).toISOString());
    for (const { messageId } of await log(id)) {
      const { request, answer } = await owner.call(the("webhooks.delivery"), { endpointId: id, messageId });
      expect([request, answer]).toEqual([null, null]);
    }
    side.receiver.weather = "fine";
    await toNext(id);
    await run(owner.orgId, id, clock, side.call);
    expect(bodies().at(-1)).toMatchObject({ type: "card.created", data: { object: { fields: { name: "Noa" } } } });
  });

  it("pages, and filters those that failed", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    for (let at = 0; at < 5; at++) await card(`Card ${at}`);
    await settle(id);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.call(the("webhooks.deliveries"), { endpointId: id, limit: 2, ...(cursor ? { cursor } : {}) });
      pages.push(page.deliveries.map(({ messageId }) => messageId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const all = pages.flat();
    expect(all).toEqual(all.toSorted().toReversed());
    expect(new Set(all).size).toBe(5);
    expect((await owner.call(the("webhooks.deliveries"), { endpointId: id, state: "failed" })).deliveries).toEqual([]);
  });

  it("is not accessible to another organization", async () => {
    const { id } = await endpoint();
    await card();
    await settle(id);
    const [line] = await log(id);
    const other = await newOwner({ clock });
    const ref = { endpointId: id, messageId: line?.messageId ?? "" };
    const context = await other.context();
    for (const name of [
      "webhooks.delivery",
      "webhooks.resend",
      "webhooks.deliveries",
      "webhooks.test",
      "webhooks.remove",
    ] as const)
      await expect(the(name).call(ref, context)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await other.call(the("webhooks.list"), {})).toEqual([]);
  });
});

it("the sweep resumes the work of a run that died, once its claim has expired", async () => {
  const { id } = await endpoint();
  await card();
  await fanOutLatest(owner.orgId, clock);
  const dying = run(owner.orgId, id, clock, () => Promise.reject(new Error("The process dies")));
  await expect(dying).rejects.toThrow("dies");
  await run(owner.orgId, id, clock, side.call);
  expect(side.calls()).toBe(0);
  nowMs += 61_000;
  expect((await sweepDeliveries(clock, 10_000)).asked).toBeGreaterThan(0);
  await run(owner.orgId, id, clock, side.call);
  expect(side.calls()).toBe(1);
});
