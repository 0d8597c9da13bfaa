import { heard, startSockets, unanswering } from "@kartis/tests/support/sockets.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newOwner } from "@kartis/tests/support/people.ts";
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../kernel/id.ts";
import { RunAnnouncer } from "./announce-runs.ts";
import { connect, issueTicket } from "./index.ts";

let backend: Backend;
let sockets: Server;
beforeAll(async () => {
  [backend, sockets] = [await startBackend(), await startSockets()];
});
afterAll(async () => {
  sockets.close();
  await backend.close();
});

it("tells an organization at most once a second, and at the end, which automations have run; others hear nothing", async () => {
  let now = Date.now();
  const clock = { now: () => now };
  const [owner, other] = [await newOwner({ template: "empty" }), await newOwner({ template: "empty" })];
  for (const { orgId, userId } of [owner, other]) await connect(orgId, await issueTicket(orgId, userId, clock), clock);
  const automationIds = [newId("aut"), newId("aut"), newId("aut")] as const;
  const announcer = new RunAnnouncer(clock);
  announcer.note(owner.orgId, automationIds[0]);
  for (let step = 0; step < 300; step++) announcer.note(owner.orgId, step % 2 === 0 ? automationIds[0] : automationIds[1]);
  now += 1_000;
  announcer.note(owner.orgId, automationIds[1]);
  for (let step = 0; step < 50; step++) announcer.note(owner.orgId, automationIds[2]);
  await announcer.end();
  const messages = (heard.get(owner.orgId) ?? "").split(/(?<=\})(?=\{)/).map((text): unknown => JSON.parse(text));
  const told = (...ids: readonly string[]) => ({ kind: "runs", automationIds: ids });
  expect(messages).toHaveLength(3);
  expect(messages).toEqual(
    expect.arrayContaining([told(automationIds[0]), told(automationIds[0], automationIds[1]), told(automationIds[2])]),
  );
  expect(heard.get(other.orgId)).toBeUndefined();
});

it("lost answers cost neither the runs nor what the organization, and others, hear afterwards", async () => {
  let now = Date.now();
  const clock = { now: () => now };
  const [owner, other] = [await newOwner({ template: "empty" }), await newOwner({ template: "empty" })];
  for (const { orgId, userId } of [owner, other]) await connect(orgId, await issueTicket(orgId, userId, clock), clock);
  const [lost, later, elsewhere] = [newId("aut"), newId("aut"), newId("aut")];
  unanswering.add(owner.orgId);
  const announcer = new RunAnnouncer(clock);
  announcer.note(owner.orgId, lost);
  announcer.note(other.orgId, elsewhere);
  await announcer.end();
  expect(heard.get(other.orgId)).toContain(elsewhere);
  unanswering.delete(owner.orgId);
  heard.delete(owner.orgId);
  now += 1_000;
  const next = new RunAnnouncer(clock);
  next.note(owner.orgId, later);
  await next.end();
  expect(JSON.parse(heard.get(owner.orgId) ?? "")).toEqual({ kind: "runs", automationIds: [later] });
});
