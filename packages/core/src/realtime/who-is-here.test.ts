import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { aroundRequests } from "../data/connection.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { cardProcedures } from "../cards/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { newId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { presenceProcedures } from "../presence/index.ts";
import { connectionEntity } from "./entity.ts";
import { moveTo } from "./index.ts";
import { sendWhoIsHere } from "./who-is-here.ts";

const PresenceSent = z.object({ kind: z.literal("presence"), userIds: z.array(z.string()) });
/** Messages sent to each connection, as API Gateway sees them. */
const sent: { connectionId: string; userIds: readonly string[] }[] = [];
let sockets: Server;
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  sockets = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
      sent.push({ connectionId, userIds: PresenceSent.parse(JSON.parse(body)).userIds });
      response.writeHead(200).end("{}");
    });
  });
  await new Promise<void>((resolve) => sockets.listen(0, resolve));
  process.env["SOCKETS_ENDPOINT"] = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
});
afterAll(async () => {
  sockets.close();
  await backend.close();
});
beforeEach(() => {
  sent.length = 0;
});

/** State after `connect`, without creating a member and a ticket each: the listeners need not exist. */
async function open(orgId: OrgId, connectionId: string, userId: UserId = newId("usr"), pathname?: string): Promise<UserId> {
  const [connectedAt, expiresAt] = [new Date().toISOString(), Math.floor(Date.now() / 1000) + 3_600];
  await connectionEntity()
    .put({ orgId, kind: "connection", connectionId, userId, connectedAt, expiresAt, ...(pathname ? { pathname } : {}) })
    .go();
  return userId;
}

/** Something to wait for, and a function that ends the wait. */
function gate() {
  let pass = () => undefined as void;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { gather: () => passed, pass: () => pass() };
}

describe("who is online", () => {
  it("is sent to a hundred people who come at once in a hundred messages, each with all of them", async () => {
    const { orgId } = await newOwner({ template: "empty" });
    const { gather, pass } = gate();
    const ids = await Promise.all(Array.from({ length: 50 }, (_, at) => open(orgId, `${orgId}-${at}`)));
    // One collects, whichever it is; the others have nothing to wait for.
    const calls = Array.from({ length: 100 }, () => sendWhoIsHere(orgId, systemClock, gather));
    const settled = calls.map((call) => call.then(() => 1));
    let done = 0;
    for (const each of settled) void each.then(() => done++);
    await expect.poll(() => done, { timeout: 20_000 }).toBe(99);
    // Somebody who comes meanwhile is in the message, and gets it.
    ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => open(orgId, `${orgId}-later-${at}`)))));
    expect(sent).toEqual([]);
    pass();
    await Promise.all(calls);
    expect(sent).toHaveLength(100);
    for (const { userIds } of sent) expect(userIds.toSorted()).toEqual(ids.toSorted());
  });

  it("is sent again for somebody who comes afterwards", async () => {
    const { orgId } = await newOwner({ template: "empty" });
    await open(orgId, `${orgId}-1`);
    await sendWhoIsHere(orgId, systemClock, async () => undefined);
    await open(orgId, `${orgId}-2`);
    await sendWhoIsHere(orgId, systemClock, async () => undefined);
    expect(sent.map(({ userIds }) => userIds.length)).toEqual([1, 2, 2]);
  });

  it("is sent by another process when the one that collected died", async () => {
    const { orgId } = await newOwner({ template: "empty" });
    await open(orgId, `${orgId}-1`);
    void sendWhoIsHere(orgId, systemClock, gate().gather);
    const later = { now: () => Date.now() + 11_000 };
    await expect
      .poll(async () => {
        await sendWhoIsHere(orgId, later, async () => undefined);
        return sent.length;
      })
      .toBe(1);
  });

  it("is not changed by moving: only the first page of a connection is an arrival", async () => {
    const owner = await newOwner({ template: "empty" });
    const { connect, issueTicket } = await import("./index.ts");
    await connect(`${owner.orgId}-1`, await issueTicket(owner.orgId, owner.userId, systemClock), systemClock);
    const move = async (pathname: string) => (await moveTo(owner.orgId, `${owner.orgId}-1`, pathname, systemClock))?.isFirst;
    expect([await move("/cards"), await move("/cards/leads"), await move("/settings")]).toEqual([true, false, false]);
  });

  // Counts requests, and failed ones are repeated.
  it.skipIf(underFaults)(
    "is asked for with as few requests among thirty people as among three, whatever they look at",
    async () => {
      const owner = await newOwner();
      const role = await owner.call(named(organizationProcedures, "roles.create"), {
        name: "Team",
        grants: { "CARDS.read": "ROLE_GROUP" },
      });
      const member = await newMember(owner, { roleId: role.id });
      const mates: UserId[] = [];
      for (let at = 0; at < 30; at++) mates.push((await newMember(owner, { roleId: role.id })).userId);
      const [type = expect.fail()] = await owner.call(named(cardProcedures, "cards.types"), {});
      const look = async (people: readonly UserId[], from: number) => {
        for (const [at, userId] of people.entries()) {
          const fields = { name: `Card ${from + at}`, owner: userId };
          const { id } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields });
          await open(owner.orgId, `${owner.orgId}-${from + at}`, userId, `/cards/${type.slug}/${id}`);
        }
      };
      let requests = 0;
      let isCounting = false;
      aroundRequests(async (_, next) => {
        if (isCounting) requests++;
        return next();
      });
      const asked = async () => {
        const context = await member.context();
        [requests, isCounting] = [0, true];
        const here = await named(presenceProcedures, "presence.list").call({}, context);
        isCounting = false;
        return { here: here.length, named: here.filter(({ cardName }) => cardName !== null).length, requests };
      };
      await look(mates.slice(0, 3), 0);
      const few = await asked();
      await look(mates.slice(3), 3);
      const many = await asked();
      expect([few.here, few.named, many.here, many.named]).toEqual([3, 3, 30, 30]);
      expect(many.requests).toBe(few.requests);
    },
  );
});
