import { pushesOf } from "../identity/pushes.ts";
import { PushService } from "@kartis/simulators/push.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailReaderOf } from "../activities/reminders/recipients.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId, type OrgId, type UserId } from "../kernel/id.ts";
import { profileProcedures } from "../profiles/index.ts";
import { pushProcedures } from "../push/procedures.ts";
import { notificationProcedures } from "./index.ts";
import { findWaiting } from "./mail/waiting.ts";
import { keepNotices } from "./notify.ts";
import { type NotificationKind, notificationKindNames } from "./schema.ts";

/** The setting that each kind belongs to, by SPEC section 3, and whether emails gather it with others or send it apart. */
const kinds: Readonly<Record<NotificationKind, readonly ["meetings" | "tasks" | "mentions" | null, "gathered" | "apart"]>> = {
  cardAssigned: [null, "gathered"],
  taskAssigned: ["tasks", "gathered"],
  meetingInvited: ["meetings", "gathered"],
  meetingChanged: ["meetings", "gathered"],
  meetingCanceled: ["meetings", "gathered"],
  meetingAnswered: ["meetings", "gathered"],
  taskReminder: ["tasks", "apart"],
  meetingReminder: ["meetings", "apart"],
  importDone: [null, "gathered"],
  mention: ["mentions", "gathered"],
  commentReplied: ["mentions", "gathered"],
  taskCommented: ["mentions", "gathered"],
  planLimit: [null, "apart"],
  mailReceived: [null, "gathered"],
  smsReceived: [null, "gathered"],
  webhookDisabled: [null, "gathered"],
  automation: [null, "gathered"],
  automationFailed: [null, "gathered"],
  automationStopped: [null, "gathered"],
  automationsPaused: [null, "gathered"],
  chatMessage: [null, "gathered"],
  chatAssigned: [null, "gathered"],
  callMissed: [null, "gathered"],
  whatsappProblem: [null, "gathered"],
  voipProblem: [null, "gathered"],
  leadRefused: [null, "gathered"],
  gmailProblem: [null, "gathered"],
};

const names = ["web", "email", "meetings", "tasks", "mentions"] as const;
const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
  Object.fromEntries(names.map((name, at) => [name, (bits >> at) % 2 === 1])),
) as Record<(typeof names)[number], boolean>[];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
});
afterAll(() => backend.close());

const service = new PushService("https://fcm.googleapis.com/fcm/send");
const recordId = (): `${string}` => newId("req").slice(4);
const causeOf = (orgId: OrgId, more: { batchId?: string } = {}) => ({
  id: recordId() as never,
  orgId,
  at: new Date().toISOString(),
  actorId: owner.userId,
  ...more,
});
const shown = async (person: Owner) => (await person.call(named(notificationProcedures, "notifications.list"), {})).rows;
/** Number of push messages intended for the person, by the latest records. */
const pushedTo = async (userId: UserId): Promise<number> =>
  (await latestRecords(owner.orgId, 100, null))
    .flatMap(({ changes }) => changes)
    .filter(({ action, after }) => action === "effect.intend" && after?.["purpose"] === "push" && after["userId"] === userId)
    .length;

async function person(): Promise<Owner> {
  const member = await newMember(owner, { systemRole: "ADMIN" });
  const { publicKey } = await member.call(named(pushProcedures, "push.browsers"), {});
  const { endpoint, keys } = await service.subscribe(publicKey);
  await member.call(named(pushProcedures, "push.add"), { endpoint, keys });
  return member;
}

describe("each combination of the switches does what it says", () => {
  it.each(combinations)("%o", async (switches) => {
    const member = await person();
    await member.call(named(profileProcedures, "profile.update"), { notifications: switches });
    const isMeant = (kind: NotificationKind): boolean => {
      const [topic] = kinds[kind];
      return topic === null || switches[topic];
    };
    for (const kind of notificationKindNames)
      await keepNotices(
        causeOf(owner.orgId),
        [{ userId: member.userId, kind, subjectId: owner.orgId }],
        { pushesOf },
        systemClock,
      );

    const inApp = notificationKindNames.filter((kind) => switches.web && isMeant(kind));
    expect((await shown(member)).map(({ kind }) => kind).toSorted()).toEqual(inApp.toSorted());
    expect(await pushedTo(member.userId)).toBe(inApp.length);
    const mailed = notificationKindNames.filter((kind) => switches.email && isMeant(kind) && kinds[kind][1] === "gathered");
    const waiting = (await findWaiting(owner.orgId, member.userId, systemClock))?.waiting ?? [];
    expect(waiting.map((id) => id.split(".").at(-1) ?? "").toSorted()).toEqual(mailed.toSorted());
    for (const [type, topic] of [
      ["TASK", "tasks"],
      ["MEETING", "meetings"],
    ] as const)
      expect((await mailReaderOf(owner.orgId, member.userId, { type })) !== undefined).toBe(switches.email && switches[topic]);
  });

  it("knows every kind", () => {
    expect(Object.keys(kinds).toSorted()).toEqual(notificationKindNames.toSorted());
  });
});

describe("a long operation", () => {
  it("is one notification to each person, however many parts it has, in any order and more than once", async () => {
    const member = await person();
    const batchId = newId("opn");
    const parts = [3, 4, 5].map((count) => ({
      cause: causeOf(owner.orgId, { batchId }),
      notices: Array.from({ length: count }, () => ({
        userId: member.userId,
        kind: "cardAssigned" as const,
        subjectId: newId("crd"),
      })),
    }));
    const keep = ({ cause, notices }: (typeof parts)[number]) => keepNotices(cause, notices, { pushesOf }, systemClock);
    await Promise.all([...parts.toReversed(), ...parts].map(keep));
    for (const part of parts) expect([...(await keep(part))]).toEqual([]);
    expect((await shown(member)).map(({ kind, count, subjects }) => [kind, count, subjects.length])).toEqual([
      ["cardAssigned", 12, 12],
    ]);
    expect(await pushedTo(member.userId)).toBe(1);
    expect((await findWaiting(owner.orgId, member.userId, systemClock))?.waiting).toEqual([`${batchId.slice(4)}.cardAssigned`]);
  });
});
