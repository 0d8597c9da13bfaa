import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { membersProcedures } from "@kartis/core/members/index.ts";
import { connect, connectionsOf, issueTicket, socketsOf } from "@kartis/core/realtime/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { handler } from "./on-removed.ts";

/** Connections are found by their ids alone, and other suites have used the same table. */
const run = randomUUID();
const [one, two, gone, mine] = [`one-${run}`, `two-${run}`, `gone-${run}`, `mine-${run}`];

const remove = named(membersProcedures, "members.remove");

/** API Gateway's side of the sockets: which were closed. */
let sockets: Server;
const closed: string[] = [];
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  sockets = createServer((request, response) => {
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    if (request.method === "DELETE") closed.push(connectionId);
    request.resume();
    const isGone = connectionId === gone;
    response.writeHead(isGone ? 410 : 204, isGone ? { "x-amzn-errortype": "GoneException" } : {}).end();
  });
  await new Promise<void>((resolve) => sockets.listen(0, resolve));
  process.env["SOCKETS_ENDPOINT"] = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
});
afterAll(async () => {
  sockets.close();
  await backend.close();
});
let owner: Owner;
beforeEach(async () => {
  closed.length = 0;
  owner = await newOwner();
});

const event = (recordId: string) => ({
  Records: [sqsRecord({ detail: { orgId: owner.orgId, recordId, actions: ["member.remove"] } })],
});

it("closes the person's sockets and nobody else's, and earlier tickets no longer open one", async () => {
  const member = await newMember(owner, {});
  const open = async (by: Owner, connectionId: string) =>
    connect(connectionId, await issueTicket(owner.orgId, by.userId, systemClock), systemClock);
  for (const connectionId of [one, two, gone]) await open(member, connectionId);
  await open(owner, mine);
  const ticket = await issueTicket(owner.orgId, member.userId, systemClock);
  await owner.call(remove, { userId: member.userId, heirId: null });
  // They receive nothing any more, even before they are closed.
  expect((await connectionsOf(owner.orgId, systemClock)).map(({ connectionId }) => connectionId)).toEqual([mine]);
  await expect(connect("late", ticket, systemClock)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  const [record] = await latestRecords(owner.orgId, 1, null);
  expect(await handler(event(record?.id ?? ""))).toEqual({ batchItemFailures: [] });
  expect(closed.toSorted()).toEqual([gone, one, two]);
  expect(await socketsOf(owner.orgId, member.userId, systemClock)).toEqual([]);
  expect((await connectionsOf(owner.orgId, systemClock)).map(({ connectionId }) => connectionId)).toEqual([mine]);
});
