import { storeFile as storePassing } from "@kartis/core/files/index.ts";
import { filePurposes, type UploadPurpose, uploadPurposes } from "@kartis/core/files/schema.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { hasMissed, issueTicket } from "@kartis/core/realtime/index.ts";
import { handler as broadcast } from "@kartis/events/realtime/on-change.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { handler as sockets } from "@kartis/functions/sockets/handler.ts";
import type { Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Backend, startBackend } from "../support/backend.ts";
import { switchOn } from "../support/features.ts";
import { storeFile } from "../support/files.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "../support/people.ts";
import { heard, startSockets } from "../support/sockets.ts";
import { openFile } from "./access/world.ts";
import { sqsRecord } from "../support/sqs.ts";

/** Two organizations, and what is not a procedure: links to files and sockets, with the other's ids. */
let backend: Backend;
let gateway: Server;
let mine: Owner;
let theirs: Owner;
/** An administrator of theirs. */
let colleague: Owner;
let cardId: CardId;
let taskId: ActivityId;
beforeAll(async () => {
  backend = await startBackend();
  gateway = await startSockets();
  [mine, theirs] = [await newOwner(), await newOwner()];
  await switchOn(theirs, "content-templates");
  colleague = await newMember(theirs, { systemRole: "ADMIN" });
  const [type] = await theirs.call(named(procedures, "cards.types"), {});
  if (!type) throw new Error("No card type");
  cardId = (await theirs.call(named(procedures, "cards.create"), { typeId: type.id, fields: { name: "Theirs alone" } })).id;
  taskId = (await theirs.call(named(procedures, "tasks.create"), { title: "Theirs alone", due: "2030-01-01" })).id;
});
afterAll(async () => {
  gateway.close();
  await backend.close();
});

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array.from({ length: 40 }, (_, at) => at)]);
async function* content() {
  yield png;
}

/** The owner of a file with that purpose. */
function ownerOf(purpose: UploadPurpose) {
  if (purpose === "avatar") return {};
  if (purpose === "template") return { templateId: "TASK_EMAIL_REMINDER" } as const;
  return purpose === "activity" ? { activityId: taskId } : { cardId };
}

const links = [
  ...uploadPurposes.map((purpose) => ({
    kind: `a lasting file: ${purpose}`,
    isShared: true,
    store: () => storeFile(theirs, { name: "theirs.png", content: png, purpose, ...ownerOf(purpose) }),
  })),
  {
    kind: "the picture of a card",
    isShared: true,
    store: () => storeFile(theirs, { name: "theirs.png", content: png, purpose: "avatar", cardId }),
  },
  ...filePurposes.map((purpose) => ({
    kind: `a passing file: ${purpose}`,
    isShared: false,
    store: () => storePassing(theirs, purpose, "theirs.png", "image/png", content(), systemClock),
  })),
];

describe("a link to a file", () => {
  it.each(links)("$kind opens for its organization alone", async ({ isShared, store }) => {
    const fileId = (await store()) ?? expect.fail("no file");
    for (const query of ["", "inline"]) {
      const statusOf = async (person: Visitor) => (await openFile(person, fileId, query)).status;
      expect(await statusOf(theirs)).toBe(302);
      expect(await statusOf(colleague)).toBe(isShared ? 302 : 404);
      expect(await openFile(mine, fileId, query)).toEqual({ status: 404, location: null });
      expect(await openFile(new Visitor(), fileId, query)).toEqual({ status: 401, location: null });
    }
  });

  it("does not open for somebody who was in its organization", async () => {
    const former = await newMember(theirs, {});
    const fileId = await storeFile(theirs, { name: "theirs.png", content: png, purpose: "avatar" });
    await theirs.call(named(procedures, "members.remove"), { userId: former.userId, heirId: null });
    expect((await openFile(former, fileId)).location).toBeNull();
  });
});

/** Event that API Gateway sends to the sockets' Lambda. */
type SocketEvent = Parameters<typeof sockets>[0];
const socketEvent = (routeKey: string, connectionId: string, more: Partial<SocketEvent> = {}): SocketEvent => ({
  requestContext: {
    routeKey,
    eventType: routeKey === "$connect" ? "CONNECT" : routeKey === "$disconnect" ? "DISCONNECT" : "MESSAGE",
    extendedRequestId: "",
    requestTime: "",
    messageDirection: "IN",
    stage: "$default",
    connectedAt: 0,
    requestTimeEpoch: 0,
    requestId: "",
    domainName: "",
    connectionId,
    apiId: "",
    messageId: "",
  },
  isBase64Encoded: false,
  ...more,
});

describe("a socket", () => {
  beforeEach(async () => {
    for (const [connectionId, { orgId, userId }] of [
      ["mine", mine],
      ["theirs", theirs],
    ] as const) {
      const ticket = await issueTicket(orgId, userId, systemClock);
      await sockets(socketEvent("$connect", connectionId, { queryStringParameters: { ticket } }));
    }
    heard.clear();
  });

  const says = (connectionId: string, message: unknown) =>
    sockets(socketEvent("$default", connectionId, { body: JSON.stringify(message) }));

  it("hears that one card or many changed, and not that of another's", async () => {
    const changed = await theirs.call(named(procedures, "cards.update"), { cardId, fields: { name: "Theirs again" } });
    const many = await theirs.call(named(procedures, "cards.updateMany"), {
      changes: [{ cardId, fields: { name: "Theirs once more" } }],
    });
    for (const recordId of [changed.recordId, ...many.recordIds]) {
      const detail = { orgId: theirs.orgId, recordId, actions: ["card.update"] };
      await broadcast({ Records: [sqsRecord({ detail })] });
    }
    expect(heard.get("theirs")).toContain(cardId);
    // Not even colleagues learn in this way who did it.
    expect(heard.get("theirs")).not.toContain(theirs.userId);
    expect(heard.has("mine")).toBe(false);
  });

  it("receives nothing when a message names one organization and the record of another", async () => {
    const { recordId } = await theirs.call(named(procedures, "cards.update"), { cardId, fields: { name: "Theirs still" } });
    await broadcast({ Records: [sqsRecord({ detail: { orgId: mine.orgId, recordId, actions: ["card.update"] } })] });
    expect(heard.size).toBe(0);
  });

  it("says which page it shows to its own organization alone, and learns nothing of another's card by naming it", async () => {
    await says("mine", { kind: "here", pathname: `/cards/leads/${cardId}` });
    expect(heard.get("mine")).toContain("presence");
    expect(heard.has("theirs")).toBe(false);
    const list = named(procedures, "presence.list");
    expect(JSON.stringify(await mine.call(list, {}))).not.toMatch(new RegExp(`${cardId}|Theirs`));
    expect(JSON.stringify(await theirs.call(list, {}))).not.toContain(mine.userId);
  });

  it("only learns that its own organization was changed before it listened, by how long ago that was", async () => {
    await theirs.call(named(procedures, "cards.update"), { cardId, fields: { name: "Theirs in between" } });
    await says("theirs", { kind: "catchUp", ms: 5_000 });
    expect(heard.get("theirs")).toContain("gap");
    expect(heard.has("mine")).toBe(false);
    const later = { ...systemClock, now: () => systemClock.now() + 60_000 };
    expect(await hasMissed(theirs.orgId, 30_000, later)).toBe(false);
    expect(await hasMissed(theirs.orgId, 90_000, later)).toBe(true);
  });

  it("cannot claim to belong to another organization, or to another person", async () => {
    for (const message of [
      { kind: "here", pathname: "/settings", orgId: theirs.orgId, connectionId: "theirs", userId: theirs.userId },
      { kind: "change", orgId: theirs.orgId, subject: { kind: "card", id: cardId } },
      { kind: "presence", orgId: theirs.orgId },
    ])
      await says("mine", message);
    expect(heard.has("theirs")).toBe(false);
    expect(JSON.stringify(await theirs.call(named(procedures, "presence.list"), {}))).not.toContain("/settings");
  });

  it("is closed for another's ticket that was used, and leaving notifies its own organization only", async () => {
    const ticket = await issueTicket(theirs.orgId, theirs.userId, systemClock);
    const open = () => sockets(socketEvent("$connect", "theirs-2", { queryStringParameters: { ticket } }));
    expect(await open()).toEqual({ statusCode: 200 });
    expect(await open()).toEqual({ statusCode: 401 });
    heard.clear();
    await sockets(socketEvent("$disconnect", "theirs-2"));
    expect([...heard.keys()]).toEqual(["theirs"]);
  });
});
