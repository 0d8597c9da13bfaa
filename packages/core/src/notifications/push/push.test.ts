import { handler as onChange } from "@kartis/events/notifications/on-change.ts";
import { handler as onIntended, purposes } from "@kartis/events/push/on-intended.ts";
import { purposes as mailPurposes } from "@kartis/events/outbound/on-intended.ts";
import { purposes as smsPurposes } from "@kartis/events/sms/on-intended.ts";
import { purposes as gmailPurposes } from "@kartis/events/gmail/on-intended.ts";
import { purposes as voipPurposes } from "@kartis/events/voip/on-intended.ts";
import { purposes as whatsappPurposes } from "@kartis/events/whatsapp/on-intended.ts";
import { PushService, type SimulatedBrowser } from "@kartis/simulators/push.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commentProcedures, meetingProcedures, taskProcedures } from "../../activities/index.ts";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { membersProcedures } from "../../members/index.ts";
import { deliver, effectsOf } from "../../outbound/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { purposeNames } from "../../outbound/schema.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { pushProcedures } from "../../push/procedures.ts";
import { sender } from "../../push/keys.ts";
import type { PushMessage } from "../../push/schema.ts";
import { notificationProcedures } from "../index.ts";

const createTask = named(taskProcedures, "tasks.create");
const [createMeeting, updateMeeting] = [named(meetingProcedures, "meetings.create"), named(meetingProcedures, "meetings.update")];
const setProfile = named(profileProcedures, "profile.update");

let backend: Backend;
let server: Server;
let service: PushService;
/** Failure that the push service simulates instead of accepting a message, and the number of requests. */
let trouble: { readonly status: number; readonly location?: string } | "lost" | undefined;
let asked = 0;
let owner: Owner;
let colleague: Owner;

async function answer(request: IncomingMessage): Promise<{ status: number; location?: string }> {
  asked++;
  const body = await buffer(request);
  if (typeof trouble === "object") return trouble;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return service.take(request.url?.split("/").at(-1) ?? "", { headers, body });
}

beforeAll(async () => {
  backend = await startBackend();
  server = createServer((request, response) => {
    void answer(request).then(({ status, location }) => {
      if (trouble === "lost") return request.socket.destroy();
      return response.writeHead(status, location === undefined ? {} : { location }).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const base = `http://localhost:${typeof address === "object" ? address?.port : ""}/push`;
  process.env["PUSH_SERVICE"] = base;
  service = new PushService(base);
});
beforeEach(async () => {
  [trouble, asked] = [undefined, 0];
  owner = await newOwner();
  colleague = await newMember(owner, { systemRole: "ADMIN" });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  delete process.env["PUSH_SERVICE"];
  server.closeAllConnections();
  await backend.close();
});

/** A browser of the person's, subscribed as `/settings/user` does. */
async function browserOf(person: Owner): Promise<() => readonly SimulatedBrowser["messages"][number][]> {
  const { publicKey } = await person.call(named(pushProcedures, "push.browsers"), {});
  const browser = await service.subscribe(publicKey);
  await person.call(named(pushProcedures, "push.add"), { endpoint: browser.endpoint, keys: browser.keys });
  return () => service.browsers.find(({ id }) => id === browser.id)?.messages ?? [];
}
const task = (title: string, more: object = {}) =>
  owner.call(createTask, { title, due: "2030-06-01", assignedTo: colleague.userId, ...more });

const eventsOf = async () =>
  (await latestRecords(owner.orgId, 100, null)).toReversed().map((record) => ({
    record,
    event: sqsRecord(
      { detail: { orgId: owner.orgId, recordId: record.id, actions: record.changes.map(({ action }) => action) } },
      { messageId: record.id },
    ),
  }));
const notify = async () => onChange({ Records: (await eventsOf()).map(({ event }) => event) });
/** Hands the intended messages to the consumer, as the queue does: at least once. @returns how many messages come again. */
async function push(): Promise<number> {
  await notify();
  const intended = (await eventsOf()).filter(({ record }) => effectsOf(record, purposes).length > 0);
  return (await onIntended({ Records: intended.map(({ event }) => event) })).batchItemFailures.length;
}
const said = (messages: readonly { readonly text: string }[]): PushMessage[] => messages.map(({ text }) => JSON.parse(text));

describe("a notification to a browser", () => {
  it("says what the centre says, in its reader's language, and leads there", async () => {
    const arrived = await browserOf(colleague);
    const { id } = await task("Call Dana");
    expect(await push()).toBe(0);
    const { ttl, urgency, topic } = arrived()[0] ?? expect.fail("nothing arrived");
    expect([ttl > 14_000 && ttl <= 14_400, urgency, topic?.length]).toEqual([true, "normal", 32]);
    expect(said(arrived())).toEqual([
      {
        id: expect.stringMatching(/\.taskAssigned$/),
        tag: `taskAssigned.${id}`,
        title: expect.stringMatching(/^\u2068?Owner \d+\u2069? assigned you \u2068?Call Dana\u2069?$/),
        body: "",
        path: `/switch-org/${owner.orgId}?next=${encodeURIComponent(`/tasks?list=team&task=${id}`)}`,
        lang: "en",
        dir: "ltr",
        mustShow: false,
      },
    ]);
    await colleague.call(setProfile, { language: "he" });
    await task("Visit");
    await push();
    expect(said(arrived())[1]).toMatchObject({ lang: "he", dir: "rtl", title: expect.stringMatching(/[א-ת].*Visit/) });
  });

  it("reaches each of their browsers once, whoever delivers it again or at the same time", async () => {
    const [first, second] = [await browserOf(colleague), await browserOf(await sameElsewhere(colleague))];
    const own = await browserOf(owner);
    await task("Call Dana");
    await notify();
    await Promise.all(Array.from({ length: 6 }, push));
    await push();
    expect([first().length, second().length, own().length]).toEqual([1, 1, 0]);
    expect(asked).toBe(2);
  });

  it("is replaced by a later one of the same meeting that the service has not delivered", async () => {
    const arrived = await browserOf(colleague);
    const start = "2030-06-01T10:00:00.000Z";
    const { id } = await owner.call(createMeeting, { title: "Visit", start, participants: [owner.userId, colleague.userId] });
    await push();
    await owner.call(updateMeeting, { meetingId: id, start: "2030-06-02T10:00:00.000Z" });
    await push();
    expect(asked).toBe(2);
    expect(said(arrived()).map(({ tag, path }) => [tag, path])).toEqual([
      [`meeting.${id}`, `/switch-org/${owner.orgId}?next=${encodeURIComponent(`/calendar?open=${id}`)}`],
    ]);
  });

  it("is not sent once it has been read, nor when it comes too late, nor to whoever switched it off or left meanwhile", async () => {
    const arrived = await browserOf(colleague);
    await task("Read");
    await notify();
    const [row] = (await colleague.call(named(notificationProcedures, "notifications.list"), {})).rows;
    await colleague.call(named(notificationProcedures, "notifications.read"), { ids: [row?.id ?? ""] });
    expect([await push(), arrived()]).toEqual([0, []]);
    await task("Switched off");
    await notify();
    await colleague.call(setProfile, { notifications: { web: false } });
    expect([await push(), arrived()]).toEqual([0, []]);
    await colleague.call(setProfile, { notifications: { web: true } });
    await task("Late");
    await notify();
    for (const { record } of await eventsOf())
      for (const effectId of effectsOf(record, purposes))
        await deliver(owner.orgId, effectId, purposes, { now: () => Date.now() + 5 * 3_600_000 });
    expect(arrived()).toEqual([]);
    await task("Gone");
    await notify();
    await owner.call(named(membersProcedures, "members.remove"), { userId: colleague.userId, heirId: owner.userId });
    expect([await push(), arrived()]).toEqual([0, []]);
  });

  it("is of a text that its reader may see as of now", async () => {
    const arrived = await browserOf(colleague);
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const card = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type?.id ?? "typ_",
      fields: { name: "Secret deal" },
    });
    const body = [{ type: "paragraph" as const, content: [{ member: colleague.userId }] }];
    await owner.call(named(commentProcedures, "comments.create"), { cardId: card.id, body });
    await notify();
    await owner.call(named(cardProcedures, "cards.remove"), { cardId: card.id });
    expect([await push(), arrived()]).toEqual([0, []]);
  });
});

describe("a push service that", () => {
  beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));

  it.each([404, 410])("answers %d has the browser forgotten", async (status) => {
    await browserOf(colleague);
    await task("Call Dana");
    trouble = { status };
    expect(await push()).toBe(0);
    expect((await colleague.call(named(pushProcedures, "push.browsers"), {})).browsers).toEqual([]);
    await task("Visit");
    await push();
    expect(asked).toBe(1);
  });

  it.each([429, 500, 503, "lost"] as const)(
    "is busy or away (%s) is asked again by the queue, and the browser shows it once",
    async (how) => {
      const arrived = await browserOf(colleague);
      await task("Call Dana");
      trouble = how === "lost" ? how : { status: how };
      expect(await push()).toBe(1);
      trouble = undefined;
      expect(await push()).toBe(0);
      expect(await push()).toBe(0);
      // One whose answer was lost was taken before; of a topic, the service keeps one.
      expect([arrived().length, asked]).toEqual([1, 2]);
    },
  );

  it("stays away is given up, without asking anybody", async () => {
    await browserOf(colleague);
    await task("Call Dana");
    trouble = { status: 503 };
    let times = 1;
    while ((await push()) > 0) times++;
    expect([times, asked]).toEqual([6, 5]);
    expect((await owner.call(named(outboundProcedures, "outbound.list"), {})).effects).toEqual([]);
  });

  it("redirects is not followed", async () => {
    await browserOf(colleague);
    await task("Call Dana");
    trouble = { status: 307, location: `${process.env["PUSH_SERVICE"]}/elsewhere` };
    expect(await push()).toBe(1);
    expect(asked).toBe(1);
  });

  it("never has its endpoint in the log", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await browserOf(colleague);
    const { endpoint } = service.browsers.at(-1) ?? expect.fail("no browser");
    await task("Call Dana");
    for (trouble of [{ status: 503 }, { status: 400 }, "lost"] as const) await push();
    expect(written).toHaveBeenCalled();
    expect(JSON.stringify(written.mock.calls)).not.toContain(endpoint.split("/").at(-1));
  });
});

it("each purpose is carried out by one consumer", () => {
  const carried = [purposes, mailPurposes, smsPurposes, voipPurposes, whatsappPurposes, gmailPurposes].flatMap((some) =>
    Object.keys(some),
  );
  expect(carried.toSorted()).toEqual(purposeNames.toSorted());
});

it("the service refuses who is not the sender it was subscribed with, and who cannot prove it", async () => {
  const { id } = await service.subscribe("B".repeat(87));
  const headers = { ttl: "60", "content-encoding": "aes128gcm", authorization: `vapid t=a.b.c, k=${sender().publicKey}` };
  expect((await service.take(id, { headers, body: new Uint8Array() })).status).toBe(403);
  const known = await service.subscribe(sender().publicKey);
  expect(await service.take(known.id, { headers, body: new Uint8Array() })).toMatchObject({
    status: 403,
    reason: "Not its signature",
  });
});

/** The same person, signed in with another browser. */
async function sameElsewhere(person: Owner): Promise<Owner> {
  const { startSession } = await import("../../identity/sessions.ts");
  const other = Object.assign(Object.create(Object.getPrototypeOf(person) as object) as Owner, person, {
    cookies: new Map<string, string>(),
  });
  await startSession(person.userId, await other.context());
  return other;
}
