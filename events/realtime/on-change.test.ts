import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId, type OrgId } from "@kartis/core/kernel/id.ts";
import { connect, connectionsOf, issueTicket } from "@kartis/core/realtime/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newOwner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import type { SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { handler } from "./on-change.ts";

/** API Gateway's side of the sockets: answers each connection as the test says, and counts what was sent to it. */
let sockets: Server;
let backend: Backend;
const answers = new Map<string, number>();
const sent = new Map<string, number>();
beforeAll(async () => {
  backend = await startBackend();
  sockets = createServer((request, response) => {
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    sent.set(connectionId, (sent.get(connectionId) ?? 0) + 1);
    const status = answers.get(connectionId) ?? 200;
    request.resume();
    response.writeHead(status, { "x-amzn-errortype": status === 410 ? "GoneException" : "ForbiddenException" }).end("{}");
  });
  await new Promise<void>((resolve) => sockets.listen(0, resolve));
  process.env["SOCKETS_ENDPOINT"] = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
});
afterAll(async () => {
  sockets.close();
  await backend.close();
});
beforeEach(() => {
  answers.clear();
  sent.clear();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

/** Sockets that have long been open: one that is only opening would be kept. */
const aMinuteAgo = { now: () => Date.now() - 60_000 };

async function organizationWith(...connectionIds: string[]): Promise<OrgId> {
  const { orgId, userId } = await newOwner({ template: "empty" });
  for (const connectionId of connectionIds) await connect(connectionId, await issueTicket(orgId, userId, aMinuteAgo), aMinuteAgo);
  return orgId;
}

/** A change, as the queue delivers it. */
async function changed(orgId: OrgId, messageId: string): Promise<SQSRecord> {
  const { records } = await commit(
    { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "r", origin: "ui" },
    async () => ({
      writes: [],
      records: [
        {
          changes: [
            { action: "card.update", subject: { kind: "card", id: newId("crd") }, version: 1, before: null, after: null },
          ],
        },
      ],
      result: null,
    }),
  );
  return sqsRecord({ detail: { orgId, recordId: records[0]?.id, actions: ["card.update"] } }, { messageId });
}

it("one broken socket does not make the others be notified again", async () => {
  const orgId = await organizationWith("good-1", "bad-1", "good-2");
  answers.set("bad-1", 403);
  const Records = [await changed(orgId, "1"), await changed(orgId, "2")];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(Object.fromEntries(sent)).toEqual({ "good-1": 2, "bad-1": 1, "good-2": 2 });
});

it("a socket that is gone is forgotten", async () => {
  const orgId = await organizationWith("good-3", "gone");
  answers.set("gone", 410);
  expect(await handler({ Records: [await changed(orgId, "1")] })).toEqual({ batchItemFailures: [] });
  expect((await connectionsOf(orgId, systemClock)).map(({ connectionId }) => connectionId)).toEqual(["good-3"]);
});

it("when no socket can be written to, the message comes again", async () => {
  const orgId = await organizationWith("bad-2", "bad-3");
  answers.set("bad-2", 403).set("bad-3", 403);
  expect(await handler({ Records: [await changed(orgId, "1")] })).toEqual({ batchItemFailures: [{ itemIdentifier: "1" }] });
});
