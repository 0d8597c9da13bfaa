import { handler as onIntended } from "@kartis/events/sms/on-intended.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { commit, systemContext } from "../data/commit.ts";
import { systemClock } from "../kernel/clock.ts";
import { outboundProcedures } from "../outgoing-messages/index.ts";
import { optOut, reserve, smsBalanceOf } from "../sms/index.ts";
import { smsSettingsProcedures } from "../sms/procedures.ts";
import { smsSize } from "../sms/rules.ts";
import { profileProcedures } from "./index.ts";

const [profile, setProfile, sendCode, verify] = [
  named(profileProcedures, "profile.get"),
  named(profileProcedures, "profile.update"),
  named(profileProcedures, "profile.sendPhoneCode"),
  named(profileProcedures, "profile.verifyPhone"),
];
const [settings, entries, setReminders] = [
  named(smsSettingsProcedures, "sms.settings"),
  named(smsSettingsProcedures, "sms.entries"),
  named(smsSettingsProcedures, "sms.setMemberReminders"),
];
const [outgoing, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let phone: string;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});
beforeEach(async () => {
  provider.twilio.weather = "fine";
  owner = await newOwner();
  await proveSender(owner, "Meridian");
  await owner.call(setReminders, { isOn: true });
  phone = newPhone();
  await owner.call(setProfile, { phone });
});

let counter = 0;
const newPhone = () => `+97254${String(process.pid).slice(-4).padStart(4, "0")}${String(400 + ++counter).slice(-3)}`;
const textsTo = (number: string) => provider.twilio.messages.filter(({ to }) => to === number).map(({ text }) => text);
const left = async () => (await owner.call(settings, {})).balance.left;
const obstacle = async (of: Pick<Owner, "call"> = owner) => (await of.call(profile, {})).smsReminderObstacle;
async function codeAt(number: string): Promise<string> {
  expect(await provider.send(owner.orgId)).toBe(0);
  return /\d{6}/.exec(textsTo(number)[0] ?? "")?.[0] ?? expect.fail("No code came");
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

it("a member's phone is proven by the code that it receives, which the organization pays for", async () => {
  const before = await left();
  expect(await obstacle()).toBe("unproven");
  const { code: pending } = await owner.call(sendCode, {});
  expect(pending?.triesLeft).toBe(5);
  const code = await codeAt(phone);
  await onIntended({ Records: await queued("sms-on-intended", owner.orgId, 100) });
  expect(textsTo(phone)).toHaveLength(1);
  expect(await left()).toBe(before - 1);
  expect((await owner.call(entries, {})).entries[0]).toMatchObject({ kind: "reserve", change: -1, remindedId: owner.userId });
  await expect(owner.call(verify, { code: other(code) })).rejects.toMatchObject({
    code: "UNPROCESSABLE_CONTENT",
    details: { fields: { code: "validation.codeWrong" } },
  });
  expect((await owner.call(profile, {})).phoneCode?.triesLeft).toBe(4);
  await owner.call(verify, { code });
  expect(await owner.call(profile, {})).toMatchObject({ smsReminderObstacle: null, phoneCode: null, provenPhone: phone });
  expect(await owner.call(sendCode, {})).toEqual({ code: null });
});

it("the proof is gone with a change of the number, and stays where the same one is saved", async () => {
  await owner.call(sendCode, {});
  await owner.call(verify, { code: await codeAt(phone) });
  await owner.call(setProfile, { phone, name: "Somebody" });
  expect(await obstacle()).toBeNull();
  await owner.call(setProfile, { phone: newPhone() });
  expect(await obstacle()).toBe("unproven");
  await owner.call(setProfile, { phone });
  expect(await obstacle()).toBe("unproven");
});

it("the code of one number does not prove another", async () => {
  await owner.call(sendCode, {});
  const code = await codeAt(phone);
  await owner.call(setProfile, { phone: newPhone() });
  expect((await owner.call(profile, {})).phoneCode).toBeNull();
  await expect(owner.call(verify, { code })).rejects.toMatchObject({ details: { fields: { code: "validation.codeExpired" } } });
  expect(await obstacle()).toBe("unproven");
});

it("a code is over after five guesses, however many come together, and after ten minutes", async () => {
  await owner.call(sendCode, {});
  const code = await codeAt(phone);
  const guesses = await Promise.allSettled(Array.from({ length: 8 }, () => owner.call(verify, { code: other(code) })));
  expect(guesses.every(({ status }) => status === "rejected")).toBe(true);
  await expect(owner.call(verify, { code })).rejects.toMatchObject({ details: { fields: { code: "validation.codeExpired" } } });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60_000 });
  try {
    await owner.call(sendCode, {});
    expect(await provider.send(owner.orgId)).toBe(0);
    const next = /\d{6}/.exec(textsTo(phone)[0] ?? "")?.[0] ?? "";
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await expect(owner.call(verify, { code: next })).rejects.toMatchObject({
      details: { fields: { code: "validation.codeExpired" } },
    });
  } finally {
    vi.useRealTimers();
  }
});

it("the next code comes after a minute, and five in an hour", async () => {
  await owner.call(sendCode, {});
  await expect(owner.call(sendCode, {})).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    details: { messageKey: "errors.senderCodeSoon" },
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / 3_600_000) * 3_600_000 });
  try {
    for (let sent = 0; sent < 5; sent++) {
      vi.setSystemTime(Date.now() + 61_000);
      await owner.call(setProfile, { phone: newPhone() });
      await owner.call(sendCode, {});
    }
    vi.setSystemTime(Date.now() + 61_000);
    await expect(owner.call(sendCode, {})).rejects.toMatchObject({ details: { messageKey: "errors.senderCodeLimit" } });
  } finally {
    vi.useRealTimers();
  }
});

it.each(["en", "he", "hu", "ru"] as const)("a code takes one part in %s", async (language) => {
  owner = await newOwner({ language });
  await proveSender(owner, "Meridian");
  await owner.call(setReminders, { isOn: true });
  await owner.call(setProfile, { phone, language });
  await owner.call(sendCode, {});
  await codeAt(phone);
  expect(smsSize(textsTo(phone)[0] ?? "").segments).toBe(1);
});

it.each([
  ["the organization reminds nobody by SMS", () => owner.call(setReminders, { isOn: false }), "PRECONDITION_FAILED"],
  ["the profile has no number", () => owner.call(setProfile, { phone: "" }), "PRECONDITION_FAILED"],
  [
    "the number has opted out",
    () =>
      commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
        ...(await optOut(owner.orgId, { phone, cardId: null, at, source: "recipient", by: null })),
        result: undefined,
      })),
    "PRECONDITION_FAILED",
  ],
  [
    "the balance is used up",
    async () => {
      const { left: parts } = await smsBalanceOf(owner.orgId, "TRIAL", new Date().toISOString());
      await commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
        ...(await reserve({ orgId: owner.orgId, at }, parts, "TRIAL")),
        records: [],
        result: undefined,
      }));
    },
    "SMS_LIMIT_REACHED",
  ],
] as const)("no code is sent where %s", async (_, prepare, code) => {
  await prepare();
  await expect(owner.call(sendCode, {})).rejects.toMatchObject({ code });
  expect(await provider.send(owner.orgId)).toBe(0);
  expect(textsTo(phone)).toEqual([]);
});

it("a code that has taken the last SMS of the balance can still be entered", async () => {
  const { left: parts } = await smsBalanceOf(owner.orgId, "TRIAL", new Date().toISOString());
  await commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
    ...(await reserve({ orgId: owner.orgId, at }, parts - 1, "TRIAL")),
    records: [],
    result: undefined,
  }));
  await owner.call(sendCode, {});
  const code = await codeAt(phone);
  expect(await owner.call(profile, {})).toMatchObject({ smsReminderObstacle: "noBalance", phoneCode: { triesLeft: 5 } });
  await owner.call(verify, { code });
  expect((await owner.call(profile, {})).provenPhone).toBe(phone);
});

it("a code that cannot be delivered is returned, and cannot be sent again once it is over", async () => {
  const refused = "+15005550001";
  await owner.call(setProfile, { phone: refused });
  const before = await left();
  await owner.call(sendCode, {});
  expect(await provider.send(owner.orgId)).toBe(0);
  await provider.keep(owner.orgId);
  expect(await left()).toBe(before);
  const { effects } = await owner.call(outgoing, {});
  expect(effects).toMatchObject([{ purpose: "memberCode", state: "failed", reason: "badNumber" }]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
  try {
    await expect(owner.call(sendAgain, { effectId: effects[0]?.id ?? "eff_" })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.memberCodeOver" },
    });
  } finally {
    vi.useRealTimers();
  }
});

it("two members do not prove each other's number", async () => {
  const member = await newMember(owner, { systemRole: "ADMIN" });
  await member.call(setProfile, { phone });
  await owner.call(sendCode, {});
  const code = await codeAt(phone);
  await expect(member.call(verify, { code })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  expect(await obstacle(member)).toBe("unproven");
});
