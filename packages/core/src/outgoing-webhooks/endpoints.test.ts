import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { run, webhooksPlace } from "@kartis/tests/support/webhooks.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { noteTest, sweepDeliveries } from "./progress.ts";
import {
  bodies,
  card,
  clock,
  day,
  endpoint,
  later,
  log,
  owner,
  rename,
  settle,
  setUpWebhooks,
  shown,
  side,
  the,
  toNext,
  typeId,
  waitingOf,
} from "./webhooks.fixture.ts";

setUpWebhooks();

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
    later(day + 1);
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

  it("is shown as failing after a test that failed, until something succeeds; that alone does not disable it", async () => {
    const { id } = await endpoint({ events: ["card.created"], url: webhooksPlace });
    expect(await owner.call(the("webhooks.test"), { endpointId: id })).toMatchObject({ state: "failed" });
    const failedAt = new Date(clock.now()).toISOString();
    later(6 * day);
    expect(await shown(id)).toMatchObject({ state: "active", failingSince: failedAt, succeededAt: null });
    side.receiver.weather = "broken";
    await card();
    await settle(id);
    expect((await shown(id)).state).toBe("active");
    side.receiver.weather = "fine";
    await toNext(id);
    await settle(id);
    expect(await shown(id)).toMatchObject({ failingSince: null, succeededAt: new Date(clock.now()).toISOString() });
  });

  it("that is held is released by a successful test: what could not reach it is due", async () => {
    const { id } = await endpoint({ events: ["card.created"] });
    side.receiver.weather = "busy";
    for (let number = 0; number < 5; number++) await card(String(number));
    await settle(id);
    side.receiver.weather = "fine";
    later(1);
    await noteTest(owner.orgId, id, true, clock);
    expect(await shown(id)).toMatchObject({ failingSince: null, succeededAt: new Date(clock.now()).toISOString() });
    later(1);
    expect((await sweepDeliveries(clock, 10_000)).asked).toBeGreaterThan(0);
    await run(owner.orgId, id, clock, side.call);
    expect(await waitingOf(id)).toEqual([]);
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
    later(day);
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
