import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { enterExtension } from "@kartis/tests/support/voip-call.ts";
import { cardWithPhone, startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId } from "../kernel/id.ts";
import { outboundProcedures } from "../outgoing-messages/index.ts";
import type { Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { timelineProcedures } from "../timeline/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { voipProcedures } from "./index.ts";
import type { Call, ListCallsInput } from "./schema.ts";
import type * as z from "zod";

const [place, handle, list, current, members, standing, disconnect] = [
  named(voipProcedures, "voip.place"),
  named(voipProcedures, "voip.handle"),
  named(voipProcedures, "voip.list"),
  named(voipProcedures, "voip.current"),
  named(voipProcedures, "voip.members"),
  named(voipProcedures, "voip.standing"),
  named(voipProcedures, "voip.disconnect"),
];
const timeline = named(timelineProcedures, "timeline.list");
const undo = named(undoProcedures, "changes.undo");
const setExtension = named(voipProcedures, "voip.setExtension");
const waiting = named(outboundProcedures, "outbound.list");

const customer = "972545550187";
const stored = "+972545550187";

let backend: Backend;
let side: VoipSide;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  side = await startVoip();
});
beforeEach(async () => {
  side.voicenter.weather = "fine";
  side.reports.splice(0);
  owner = await newOwner({ language: "he" });
  await side.connect(owner);
  await owner.call(setExtension, { userId: owner.userId, extension: "204" });
  cardId = await card("054-555-0187");
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

const card = async (phone: string, by = owner): Promise<CardId> => cardWithPhone(by, phone);

const calls = async (asked: z.input<typeof ListCallsInput> = {}, by = owner): Promise<readonly Call[]> =>
  (await by.call(list, asked)).calls;

async function onTimeline(id = cardId) {
  const { entries } = await owner.call(timeline, { cardId: id, channels: ["calls"], limit: 100 });
  return entries.flatMap((entry) => (entry.kind === "activity" && entry.type === "CALL" ? [entry.value] : []));
}

const newest = () => side.voicenter.calls[0]?.id ?? expect.fail("no call");

describe("an incoming call", () => {
  it("rings at its extension, is answered, and is one call with its recording on the card that has the number", async () => {
    side.reports.push(...side.voicenter.ring(customer, "204"));
    await side.settle(owner.orgId);
    expect(await owner.call(current, {})).toMatchObject({
      calls: [{ number: stored, direction: "IN", status: "pending", state: "ringing", cardId, userId: owner.userId }],
      related: { [cardId]: { name: "Galil 054-555-0187" } },
    });
    side.reports.push(...side.voicenter.answer(newest()), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect((await owner.call(current, {})).calls).toEqual([]);
    expect(await calls()).toMatchObject([{ status: "answered", extension: "204", reason: null, cardId }]);
    expect(await onTimeline()).toMatchObject([
      {
        direction: "IN",
        status: "answered",
        number: stored,
        recording: `https://recordings.voicenter.example/${newest()}.mp3`,
        createdBy: null,
      },
    ]);
  });

  it("that nobody answers is missed, and is to be called back until somebody has spoken with the number", async () => {
    for (let times = 0; times < 2; times++) {
      side.reports.push(...side.voicenter.ring(customer, "204"), ...side.voicenter.hangUp(newest()));
      await side.settle(owner.orgId);
    }
    expect(await calls({ status: "missed" })).toHaveLength(2);
    expect(await calls({ folder: "callBack" })).toMatchObject([{ number: stored, status: "missed", reason: "noAnswer" }]);
    await owner.call(place, { number: stored });
    await side.settle(owner.orgId);
    for (const _ of ["our person", "the other party"]) side.reports.push(...side.voicenter.answer(newest()));
    side.reports.push(...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect(await calls({ folder: "callBack" })).toEqual([]);
    const { counts, total } = await owner.call(list, { folder: "callBack" });
    expect([counts, total]).toEqual([{ all: 3, callBack: 0 }, 0]);
  });

  it("that is missed can be marked as handled, by whoever sees it, until the number calls again; and that can be undone", async () => {
    const miss = async (secondsAgo: number) => {
      const made = [...side.voicenter.ring(customer, "204"), ...side.voicenter.hangUp(newest())];
      side.reports.push(...made.map((one) => ("time" in one ? { ...one, time: Number(one["time"]) - secondsAgo } : one)));
      await side.settle(owner.orgId);
      return (await calls())[0]?.id ?? expect.fail();
    };
    const callId = await miss(60);
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    expect(await colleague.call(handle, { callId, isHandled: true })).toMatchObject({ handledBy: colleague.userId, cardId });
    await owner.call(handle, { callId, isHandled: true });
    expect(await calls({ folder: "callBack" })).toEqual([]);
    expect(await calls({ status: "missed" })).toMatchObject([{ handledBy: colleague.userId }]);
    await owner.call(handle, { callId, isHandled: false });
    expect(await calls({ folder: "callBack" })).toMatchObject([{ id: callId, handledBy: null }]);
    const { recordId } = await owner.call(handle, { callId, isHandled: true });
    const undone = await owner.call(undo, { recordId: recordId ?? expect.fail() });
    expect(await calls({ folder: "callBack" })).toMatchObject([{ id: callId, handledBy: null }]);
    // Undoing it twice changes nothing, and undoing the undo marks it again.
    expect(await owner.call(undo, { recordId: recordId ?? expect.fail() })).toMatchObject({ recordId: null });
    await owner.call(undo, { recordId: undone.recordId ?? expect.fail() });
    expect(await calls({ folder: "callBack" })).toEqual([]);
    // Not what a colleague has marked since.
    await owner.call(handle, { callId, isHandled: false });
    await colleague.call(handle, { callId, isHandled: true });
    await expect(owner.call(undo, { recordId: recordId ?? expect.fail() })).rejects.toMatchObject({ code: "CONFLICT" });
    const again = await miss(0);
    expect(await calls({ folder: "callBack" })).toMatchObject([{ id: again }]);
    const recorded = (await latestRecords(owner.orgId, 100, null)).flatMap(({ changes }) => changes.map(({ action }) => action));
    expect(recorded.filter((action) => action === "voip.handle")).toHaveLength(4);
    expect(recorded.filter((action) => action === "voip.reopen")).toHaveLength(3);
    const placed = await owner.call(place, { number: stored });
    await expect(owner.call(handle, { callId: placed.id, isHandled: true })).rejects.toMatchObject({
      details: { messageKey: "errors.callNotMissed" },
    });
  });

  it("is not marked again, or no longer, by undoing, by whoever has lost the permission or sees the call no more", async () => {
    const grants = { "COMMENTS.create": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION", "CARDS.read": "ORGANIZATION" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Reception", grants });
    const member = await newMember(owner, { roleId: role.id });
    side.reports.push(...side.voicenter.ring(customer, "204"), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    const callId = (await calls())[0]?.id ?? expect.fail();
    const { recordId } = await member.call(handle, { callId, isHandled: true });
    const narrowed = async (version: number, to: Grants) =>
      owner.call(named(organizationProcedures, "roles.update"), { roleId: role.id, expectedVersion: version, grants: to });
    const { "COMMENTS.create": _, ...reads } = grants;
    const readsOnly = await narrowed(role.version, reads);
    await expect(member.call(undo, { recordId: recordId ?? expect.fail() })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const { version } = await narrowed(readsOnly.version, { ...grants, "CARDS.read": "USER" });
    await expect(member.call(undo, { recordId: recordId ?? expect.fail() })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(member.call(handle, { callId, isHandled: false })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await calls()).toMatchObject([{ handledBy: member.userId }]);
    await narrowed(version, grants);
    await member.call(undo, { recordId: recordId ?? expect.fail() });
    expect(await calls()).toMatchObject([{ handledBy: null }]);
  });

  it("from a stranger has no card until there is one with the number, and from a hidden number none ever", async () => {
    side.reports.push(...side.voicenter.ring("36301234567", "204"));
    await side.settle(owner.orgId);
    expect(await calls()).toMatchObject([{ number: "+36301234567", cardId: null, activityId: null }]);
    const made = await card("+36 30 123 4567");
    side.reports.push(...side.voicenter.answer(newest()), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect(await onTimeline(made)).toMatchObject([{ status: "answered" }]);
    side.reports.push(...side.voicenter.ring("", "204"), ...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect((await calls()).find(({ number }) => number === null)).toMatchObject({ number: null, cardId: null, status: "missed" });
    expect(await calls({ folder: "callBack" })).toEqual([]);
  });

  it("is shown to whoever has the extension, and to nobody else", async () => {
    const other = await newMember(owner, { systemRole: "ADMIN" });
    side.reports.push(...side.voicenter.ring(customer, "204"));
    await side.settle(owner.orgId);
    expect((await other.call(current, {})).calls).toEqual([]);
    await expect(owner.call(setExtension, { userId: other.userId, extension: "204" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { fields: { extension: "validation.voipExtensionTaken" } },
    });
    expect((await other.call(current, {})).calls).toEqual([]);
    await owner.call(setExtension, { userId: owner.userId, extension: "" });
    await owner.call(setExtension, { userId: other.userId, extension: "204" });
    expect((await other.call(current, {})).calls).toHaveLength(1);
  });

  it("is not shown to somebody who brings the same extension from another organization", async () => {
    const newcomer = await newMember(owner, { systemRole: "ADMIN" });
    await enterExtension(newcomer.userId, "204");
    side.reports.push(...side.voicenter.ring(customer, "204"));
    await side.settle(owner.orgId);
    expect(await calls()).toMatchObject([{ userId: owner.userId }]);
    expect((await newcomer.call(standing, {})).extension).toBeNull();
    expect((await newcomer.call(current, {})).calls).toEqual([]);
  });

  it("rings at one of two who enter the same extension in the same moment", async () => {
    const both = await Promise.all([newMember(owner, { systemRole: "ADMIN" }), newMember(owner, { systemRole: "ADMIN" })]);
    const outcomes = await Promise.allSettled(
      both.map((one) => owner.call(setExtension, { userId: one.userId, extension: "777" })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

it("is one call with one entry, whatever the order and however often its reports come", async () => {
  await owner.call(place, { number: stored });
  await side.place(owner.orgId);
  for (const _ of ["our person", "the other party"]) side.reports.push(...side.voicenter.answer(newest()));
  side.reports.push(...side.voicenter.hangUp(newest()));
  const reports = side.reports.splice(0);
  expect(reports.map(({ status, type }) => type ?? status)).toEqual([
    "Ringing",
    "Talking",
    "Hangup",
    "Click2Call leg1",
    "Click2Call leg2",
  ]);
  // Voicenter's references may be missing in a record: then only its own id says which call it is.
  const bare = reports.map(({ var_kartis: _, ...report }) => report);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...reports, ...bare], { minLength: 5 }), async (some) => {
      for (const report of some) {
        await side.report(owner.orgId, report);
        await side.keep(owner.orgId);
      }
    }),
    { numRuns: 4 },
  );
  for (const report of reports) await side.report(owner.orgId, report);
  await side.keep(owner.orgId);
  expect(await calls()).toMatchObject([{ direction: "OUT", status: "answered", number: stored, extension: "204" }]);
  expect(await onTimeline()).toHaveLength(1);
  expect(await onTimeline()).toMatchObject([{ direction: "OUT", status: "answered", createdBy: owner.userId }]);
});

it("reports that come before the answer to our own request make no second call", async () => {
  await owner.call(place, { number: stored });
  await side.place(owner.orgId);
  const [ringing] = side.reports.splice(0);
  const id = newest();
  for (const _ of ["our person", "the other party"]) side.voicenter.answer(id);
  const records = side.voicenter.hangUp(id).map(({ var_kartis: _, ...report }) => report);
  const { handler: reported } = await import("@kartis/events/voip/on-reported.ts");
  // All reports are taken in while the result of our request, which says by which id the provider knows the call, is still to come.
  for (const report of [ringing, ...records]) await side.report(owner.orgId, report);
  const { sqsRecord } = await import("@kartis/tests/support/sqs.ts");
  const received = (await latestRecords(owner.orgId, 300, null)).filter(({ changes }) =>
    changes.some(({ action }) => action === "webhook.receive"),
  );
  await reported({
    Records: received.map(({ id: recordId, changes }) =>
      sqsRecord(
        { detail: { orgId: owner.orgId, recordId, actions: changes.map(({ action }) => action) } },
        { messageId: recordId },
      ),
    ),
  });
  expect(await calls()).toHaveLength(2);
  await side.keep(owner.orgId);
  expect(await calls()).toMatchObject([{ direction: "OUT", status: "answered" }]);
  expect(await onTimeline()).toHaveLength(1);
});

describe("a call placed in Kartis", () => {
  it("rings at the caller's extension, and is on the card while it is pending", async () => {
    const call = await owner.call(place, { number: "054-555-0187", cardId });
    expect(call).toMatchObject({ direction: "OUT", status: "pending", extension: "204", userId: owner.userId, cardId });
    await side.settle(owner.orgId);
    expect(side.voicenter.calls[0]).toMatchObject({ number: customer, extension: "204", variables: { var_kartis: call.id } });
    expect(await onTimeline()).toMatchObject([{ status: "pending", callId: call.id }]);
  });

  it.each([
    ["offline", "extensionOffline"],
    ["blocked", "dialing"],
    ["parameters", "badNumber"],
    ["application", "other"],
  ] as const)("while the provider is %s fails at once and says why; nobody has to decide about it", async (weather, reason) => {
    side.voicenter.weather = weather;
    await owner.call(place, { number: stored });
    await side.settle(owner.orgId);
    expect(await calls()).toMatchObject([{ status: "failed", reason }]);
    expect((await owner.call(waiting, {})).effects).toEqual([]);
    expect(side.voicenter.placed).toBe(placedBefore());
  });

  const placedBefore = () => side.voicenter.calls.filter(({ direction }) => direction === "OUT").length;

  it.each(["lost", "broken"] as const)("whose outcome is unknown (%s) is not placed again", async (weather) => {
    side.voicenter.weather = weather;
    const before = side.voicenter.placed;
    await owner.call(place, { number: stored });
    for (let times = 0; times < 3; times++) {
      await side.place(owner.orgId);
      await side.keep(owner.orgId);
    }
    expect(side.voicenter.placed).toBe(weather === "lost" ? before + 1 : before);
    expect(await calls()).toMatchObject([{ status: "pending", reason: "unknown" }]);
    expect((await owner.call(waiting, {})).effects).toEqual([]);
    if (weather === "broken") return;
    // The record of the call tells, by the reference that we gave.
    side.reports.splice(0);
    for (const _ of ["our person", "the other party"]) side.voicenter.answer(newest());
    side.reports.push(...side.voicenter.hangUp(newest()));
    await side.settle(owner.orgId);
    expect(await calls()).toMatchObject([{ status: "answered", reason: null }]);
  });

  it("again under the same id is the same call", async () => {
    const { id } = await owner.call(place, { number: stored });
    expect((await owner.call(place, { callId: id, number: stored })).id).toBe(id);
    const other = await newMember(owner, { systemRole: "ADMIN" });
    await owner.call(setExtension, { userId: other.userId, extension: "205" });
    await expect(other.call(place, { callId: id, number: stored })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await calls()).toHaveLength(1);
  });

  // A count whose answer was lost counts twice.
  it.skipIf(underFaults)("is one of at most 20 in a minute", async () => {
    const now = Date.now();
    owner = await newOwner({ clock: { now: () => now } });
    await side.connect(owner);
    await owner.call(setExtension, { userId: owner.userId, extension: "204" });
    for (let count = 0; count < 20; count++) await owner.call(place, { number: stored });
    await expect(owner.call(place, { number: stored })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await owner.call(setExtension, { userId: colleague.userId, extension: "205" });
    await colleague.call(place, { number: stored });
  });

  it("needs an extension, a connection, and a number that can be dialled", async () => {
    for (const number of ["*6050", "hello", "100"])
      await expect(owner.call(place, { number })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await owner.call(setExtension, { userId: owner.userId, extension: "" });
    expect(await owner.call(standing, {})).toEqual({ obstacle: null, extension: null, mayCall: false });
    await expect(owner.call(place, { number: stored })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.voipExtension" },
    });
    await owner.call(setExtension, { userId: owner.userId, extension: "204" });
    await owner.call(disconnect, {});
    expect(await owner.call(standing, {})).toEqual({ obstacle: "missing", extension: "204", mayCall: false });
    await expect(owner.call(place, { number: stored })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.voipMissing" },
    });
  });
});

it("each member's calls are counted as far as the caller sees them", async () => {
  side.reports.push(...side.voicenter.ring(customer, "204"), ...side.voicenter.hangUp(newest()));
  await side.settle(owner.orgId);
  side.reports.push(...side.voicenter.ring(customer, "299"), ...side.voicenter.hangUp(newest()));
  await side.settle(owner.orgId);
  const none = { answered: 0, placed: 0, failed: 0, seconds: 0 };
  expect((await owner.call(members, {})).members).toEqual(
    expect.arrayContaining([
      { userId: owner.userId, missed: 1, ...none },
      { userId: null, missed: 1, ...none },
    ]),
  );
});

it("the audit trail has what was pressed, what rang, and each call's record, and no number", async () => {
  await owner.call(place, { number: "+36301234567" });
  side.reports.push(...side.voicenter.ring("36301234567", "204"));
  await side.settle(owner.orgId);
  side.reports.push(...side.voicenter.hangUp(newest()));
  await side.settle(owner.orgId);
  const changes = (await latestRecords(owner.orgId, 300, null)).flatMap((record) => record.changes);
  const actions = new Set(changes.map(({ action }) => action));
  for (const action of ["voip.clickToCall", "voip.incomingCall", "voip.callDetailRecord"] as const)
    expect(actions).toContain(action);
  expect(JSON.stringify(changes.filter(({ subject }) => subject.kind === "call"))).not.toContain("36301234567");
});
