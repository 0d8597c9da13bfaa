import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { fanOutLatest, receiverSide, run } from "@kartis/tests/support/webhooks.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { type Call } from "./attempt.ts";
import { failingMs, nextAttemptAt, triedMs } from "./back-off.ts";
import { noticesOfEndpoints } from "./notices.ts";
import { sweepDeliveries } from "./progress.ts";
import {
  bodies,
  card,
  clock,
  createCard,
  endpoint,
  hour,
  later,
  log,
  minute,
  names,
  owner,
  rename,
  settle,
  setUpWebhooks,
  shown,
  side,
  the,
  toNext,
  waitingOf,
} from "./webhooks.fixture.ts";

setUpWebhooks();

describe("failures", () => {
  it("of one message are followed by retries for three days with growing pauses; then it is given up", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    await card();
    side.receiver.weather = "broken";
    const began = clock.now();
    await settle(id);
    while ((await waitingOf(id)).length > 0) {
      await toNext(id);
      await run(owner.orgId, id, clock, side.call);
    }
    expect(clock.now() - began).toBe(triedMs);
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
      later(20_000);
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
    const began = clock.now();
    for (let at = 0; (await shown(id)).state === "active"; at++) {
      await card(`Card ${at}`);
      await settle(id);
      later(4 * hour);
      if (at > 40) expect.fail("never disabled");
    }
    expect(clock.now() - began).toBeGreaterThanOrEqual(failingMs);
    expect(await shown(id)).toMatchObject({ state: "disabled", disabledReason: "failing" });
    const calls = side.calls();
    await card("Later");
    await settle(id);
    expect(side.calls()).toBe(calls);
    const disabled = (await latestRecords(owner.orgId, 300, null)).find(({ changes }) =>
      changes.some(({ action }) => action === "webhookEndpoint.disable"),
    );
    expect(JSON.stringify(disabled?.actor)).toContain("outgoing-webhooks");
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
    later(minute);
    const missedAt = new Date(clock.now()).toISOString();
    await card("Missed");
    await settle(id);
    later(minute);
    side.receiver.weather = "fine";
    await owner.call(the("webhooks.update"), { endpointId: id, state: "active" });
    await card("Afterwards");
    await settle(id);
    expect(names().slice(1).toSorted()).toEqual(["Afterwards", "First"]);
    await owner.call(the("webhooks.replay"), { endpointId: id, from: missedAt, until: new Date(clock.now()).toISOString() });
    await settle(id);
    expect(names().slice(3)).toEqual(["Missed"]);
  });

  it("of one organization's endpoint do not delay another's", async () => {
    const { id } = await endpoint();
    const other = await newOwner({ clock });
    const theirs = await other.call(the("webhooks.create"), { url: "https://other.example.com/", events: ["*"] });
    later(1);
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

it("the sweep resumes the work of a run that died, once its claim has expired", async () => {
  const { id } = await endpoint();
  await card();
  await fanOutLatest(owner.orgId, clock);
  const dying = run(owner.orgId, id, clock, () => Promise.reject(new Error("The process dies")));
  await expect(dying).rejects.toThrow("dies");
  await run(owner.orgId, id, clock, side.call);
  expect(side.calls()).toBe(0);
  later(61_000);
  expect((await sweepDeliveries(clock, 10_000)).asked).toBeGreaterThan(0);
  await run(owner.orgId, id, clock, side.call);
  expect(side.calls()).toBe(1);
});
