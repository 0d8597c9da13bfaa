import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { commit } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { bookedBalance, type Payment, release, reserve, settle, smsBalanceOf, topUp } from "./balance.ts";
import { smsEntryEntity } from "./entity.ts";
import { smsSettingsProcedures } from "./procedures.ts";
import { acceptSender } from "./senders.ts";

const [settings, requestSender, verifySender, setDefault, removeSender] = [
  named(smsSettingsProcedures, "sms.settings"),
  named(smsSettingsProcedures, "sms.requestSender"),
  named(smsSettingsProcedures, "sms.verifySender"),
  named(smsSettingsProcedures, "sms.setDefaultSender"),
  named(smsSettingsProcedures, "sms.removeSender"),
];

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
beforeEach(async () => {
  vi.useRealTimers();
  owner = await newOwner({ language: "he" });
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

let counter = 0;
const newPhone = () => `+97254${String(Date.now()).slice(-4)}${String(100 + ++counter).slice(-3)}`;
const codesTo = (phone: string) =>
  provider.twilio.messages.flatMap(({ to, text }) => (to === phone ? [/\d{6}/.exec(text)?.[0] ?? expect.fail("no code")] : []));
async function requested(name: string, phone = newPhone()) {
  const sender = await owner.call(requestSender, { name, phone });
  await provider.send(owner.orgId);
  return { sender, phone, code: codesTo(sender.phone)[0] ?? expect.fail("no SMS") };
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const failed = (code: string) => ({
  code: "UNPROCESSABLE_CONTENT",
  details: { messageKey: "errors.senderVerification", fields: { code } },
});

describe("a sender", () => {
  it("is verified by the code sent to its phone; the first one is the default", async () => {
    const { sender, code } = await requested("Meridian");
    expect(sender).toMatchObject({ kind: "name", verifiedAt: null, isDefault: false, code: { triesLeft: 5 } });
    expect((await owner.call(settings, {})).obstacle).toBe("noSender");
    const verified = await owner.call(verifySender, { senderId: sender.id, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(verified).toMatchObject({ isDefault: true, code: null });
    expect(verified.verifiedAt).not.toBeNull();
    expect((await owner.call(settings, {})).obstacle).toBeNull();
    // The call is repeated after a lost answer.
    expect(await owner.call(verifySender, { senderId: sender.id, code })).toEqual(verified);
  });

  it("that is a number gets its own code", async () => {
    const national = `054${newPhone().slice(6)}`;
    const sender = await owner.call(requestSender, { name: national });
    expect(sender).toMatchObject({ kind: "number", name: national, phone: `+972${national.slice(1)}` });
    await provider.send(owner.orgId);
    const code = codesTo(sender.phone)[0] ?? expect.fail("no SMS");
    expect((await owner.call(verifySender, { senderId: sender.id, code })).verifiedAt).not.toBeNull();
  });

  it("has five tries, even with many at once, and none once its ten minutes are over", async () => {
    const { sender, code } = await requested("Guessed");
    const guesses = await Promise.allSettled(
      Array.from({ length: 12 }, () => owner.call(verifySender, { senderId: sender.id, code: another(code) })),
    );
    const keys = guesses.map((one) => (one.status === "rejected" ? one.reason.details.fields.code : "?"));
    expect(keys.filter((key) => key === "validation.codeWrong")).toHaveLength(5);
    expect(keys.filter((key) => key === "validation.codeExpired")).toHaveLength(7);
    await expect(owner.call(verifySender, { senderId: sender.id, code })).rejects.toMatchObject(failed("validation.codeExpired"));
    const late = await requested("Late");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
    const context = await owner.context();
    await expect(verifySender.call({ senderId: late.sender.id, code: late.code }, context)).rejects.toMatchObject(
      failed("validation.codeExpired"),
    );
  });

  it("gets a new code after a minute, which replaces the old one; at most five in an hour", async () => {
    const { sender, code, phone } = await requested("Again");
    await expect(owner.call(requestSender, { name: "again", phone })).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      details: { messageKey: "errors.senderCodeSoon" },
    });
    const start = Date.now();
    for (let minute = 1; minute < 5; minute++) {
      vi.useFakeTimers({ toFake: ["Date"], now: start + minute * 61_000 });
      expect((await owner.call(requestSender, { name: "Again", phone })).id).toBe(sender.id);
      await provider.send(owner.orgId);
    }
    await expect(owner.call(verifySender, { senderId: sender.id, code })).rejects.toMatchObject(failed("validation.codeWrong"));
    vi.useFakeTimers({ toFake: ["Date"], now: start + 5 * 61_000 });
    // The hour that counts may end in between.
    const other = await owner.call(requestSender, { name: "Again", phone }).catch((error: unknown) => error);
    if (Math.floor(start / 3_600_000) === Math.floor((start + 5 * 61_000) / 3_600_000))
      expect(other).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    // If it did, one more code was sent.
    await provider.send(owner.orgId);
    const newest = codesTo(phone)[0] ?? expect.fail("no SMS");
    expect((await owner.call(verifySender, { senderId: sender.id, code: newest })).verifiedAt).not.toBeNull();
  });

  it("stays the default until another is chosen; when it is removed, the next one becomes the default", async () => {
    const add = async (name: string) => {
      const { sender, code } = await requested(name);
      return owner.call(verifySender, { senderId: sender.id, code });
    };
    const [first, second] = [await add("First"), await add("Second")];
    const defaults = async () =>
      (await owner.call(settings, {})).senders.flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
    expect(await defaults()).toEqual(["First"]);
    await owner.call(setDefault, { senderId: second.id });
    expect(await defaults()).toEqual(["Second"]);
    await owner.call(removeSender, { senderId: second.id });
    expect(await defaults()).toEqual(["First"]);
    await owner.call(removeSender, { senderId: first.id });
    expect(await defaults()).toEqual([]);
    await expect(owner.call(requestSender, { name: "FIRST", phone: newPhone() })).resolves.toMatchObject({ verifiedAt: null });
  });

  it("is recorded in the journal, without its code and phone", async () => {
    const { sender, code, phone } = await requested("Journal");
    await owner.call(verifySender, { senderId: sender.id, code });
    const records = await latestRecords(owner.orgId, 20, null);
    const ours = records.filter(({ changes }) => changes.some(({ subject }) => subject.id === sender.id));
    expect(ours.map(({ changes }) => changes[0]?.action)).toEqual(["smsSender.update", "smsSender.create"]);
    expect(JSON.stringify(records)).not.toContain(code);
    expect(JSON.stringify(records)).not.toContain(phone);
  });
});

const region = { options: [], currency: "ILS", region: "IL" } as const;
const phone = "+972541234567";

it("that is a number is named by its digits as dialed at home, whatever the notation", () => {
  const nameOf = (typed: string) => acceptSender(typed, null, region).name;
  for (const typed of ["+972541234567", "972-54-123-4567", "054 123 4567"]) expect(nameOf(typed)).toBe("0541234567");
});

it.each([
  ["Meridian", "name"],
  ["M & S-1.0_x", "name"],
  ["054 123 4567", "number"],
  ["0541234567", "number"],
  ["+972 54-123-4567", "number"],
  ["972541234567", "number"],
  ["+36201234567", "number"],
  ["+49 1512 3456789", undefined],
  ["Meridian Ltd", undefined],
  ["Kartis", undefined],
  ["K.A.R-T i s", undefined],
  ["מרידיאן", undefined],
  ["12", undefined],
  ["!!!", undefined],
  ["\u202eMeridian", undefined],
  ["", undefined],
])("%j as a sender is %s", (name, kind) => {
  const accept = () => acceptSender(name, phone, region).kind;
  if (kind) expect(accept()).toBe(kind);
  else expect(accept).toThrow("INVALID_INPUT");
});

describe("the balance", () => {
  const write = async (orgId: OrgId, at: string, prepare: () => Promise<Parameters<typeof changeSet>[0]>) =>
    commit(
      {
        orgId,
        actor: systemActor(orgId, "test"),
        clock: { now: () => Date.parse(at) },
        requestId: newId("req"),
        origin: "system",
      },
      async () => changeSet(await prepare()),
    );
  const changeSet = (writes: Awaited<ReturnType<typeof release>>) => ({ writes, records: [], result: undefined });
  const sumOf = async (orgId: OrgId) =>
    (await smsEntryEntity().query.main({ orgId }).go({ consistent: true, pages: "all" })).data.reduce(
      (sum, { change }) => sum + change,
      0,
    );

  it("is the sum of its entries, whatever happens in whatever order, over months and plans", async () => {
    const step = fc.record({
      kind: fc.constantFrom("reserve", "reserve", "reserve", "release", "settle", "topUp", "month", "plan"),
      amount: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const orgId = newId("org");
        let month = 0;
        let plan: "TRIAL" | "STARTER" | "FREE" = "TRIAL";
        const open: Payment[] = [];
        for (const { kind, amount } of steps) {
          const at = new Date(Date.UTC(2026, month, 3)).toISOString();
          const about = { orgId, at };
          if (kind === "month") month++;
          if (kind === "plan") plan = plan === "TRIAL" ? "STARTER" : plan === "STARTER" ? "FREE" : "TRIAL";
          if (kind === "topUp") await write(orgId, at, () => Promise.resolve(topUp(about, amount)));
          if (kind === "reserve") {
            const before = (await smsBalanceOf(orgId, plan, at)).left;
            let payment: Payment | undefined;
            const taken = write(orgId, at, async () => {
              const made = await reserve(about, amount, plan);
              payment = made.payment;
              return made.writes;
            });
            if (amount > before) await expect(taken).rejects.toMatchObject({ code: "SMS_LIMIT_REACHED" });
            else {
              await taken;
              expect((await smsBalanceOf(orgId, plan, at)).left).toBe(before - amount);
              if (payment) open.push(payment);
            }
          }
          const payment = kind === "release" || kind === "settle" ? open.shift() : undefined;
          if (payment && kind === "release") await write(orgId, at, () => release(about, payment, true));
          if (payment && kind === "settle") await write(orgId, at, () => Promise.resolve([settle(orgId, payment)]));
          const { reserved } = await smsBalanceOf(orgId, plan, at);
          expect(reserved).toBe(open.reduce((sum, { allowance, extra }) => sum + allowance + extra, 0));
        }
        const booked = await smsEntryEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
        expect(booked.data.reduce((sum, { change }) => sum + change, 0)).toBe(await bookedBalance(orgId));
        expect(await sumOf(orgId)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
