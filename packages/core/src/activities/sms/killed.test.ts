import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { handler as onDelivered } from "@kartis/events/sms/on-delivered.ts";
import { purposes } from "@kartis/events/sms/on-intended.ts";
import { drawOf } from "@kartis/local/faults/fates.ts";
import type { SmsWeather } from "@kartis/simulators/twilio.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { fillBalance, proveSender } from "@kartis/tests/support/sms-sender.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { CardId } from "../../kernel/id.ts";
import { isId, newId } from "../../kernel/id.ts";
import { deliver } from "../../outbound/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { smsSettingsProcedures } from "../../sms/procedures.ts";
import { findActivities } from "../store.ts";
import type { Task } from "./killed.fixture.ts";
import { smsValuesOf } from "./sms.ts";

/** `npm run test:faults -- --seeds 0 --sms-kills 100 --seed 7`; the suite takes few SMS and kills. */
const isThorough = process.env["KARTIS_SMS_KILLS"] !== undefined;
const kills = Number(process.env["KARTIS_SMS_KILLS"] ?? 1);
const seed = Number(process.env["KARTIS_SEED"] ?? 1);
const count = isThorough ? 200 : 16;
const writers = 4;

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
  owner = await newOwner();
  await proveSender(owner);
  await fillBalance(owner, 1_000);
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const phone = type?.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone");
  const fields = { name: "Galil", [phone]: "+972502345678" };
  cardId = (await owner.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? expect.fail(), fields })).id;
  // Each lost answer is logged.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

/** Every third takes two parts. */
const messages = Array.from({ length: count }, (_, at) => ({
  smsId: newId("act"),
  text: at % 3 === 0 ? `SMS ${at} ${"x".repeat(180)}` : `SMS ${at}`,
}));
const partsOf = (text: string): number => (text.length > 160 ? 2 : 1);
const partsIn = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + partsOf(text), 0);

async function run(task: Partial<Task> & Pick<Task, "does">): Promise<"killed" | "ended"> {
  const whole: Task = {
    orgId: owner.orgId,
    cookies: [...owner.cookies],
    cardId,
    messages,
    killAt: 0,
    when: "before",
    aheadMs: 0,
    ...task,
  };
  const path = join(import.meta.dirname, "killed.fixture.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path, JSON.stringify(whole)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...backend.environment },
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said = `${said}${String(chunk)}`.slice(-4_000)));
  const [code, signal]: unknown[] = await once(child, "close");
  if (signal === "SIGKILL") return "killed";
  if (code !== 0) throw new Error(`The process that was to ${task.does} ended with ${String(code)}: ${said}`);
  return "ended";
}

const stored = async () => {
  const found = await findActivities(
    owner.orgId,
    messages.map(({ smsId }) => smsId),
  );
  return messages.flatMap(({ smsId, text }) => {
    const sms = found.get(smsId);
    return sms ? [{ smsId, payment: undefined, ...smsValuesOf(sms), text }] : [];
  });
};
const balance = async () => (await owner.call(named(smsSettingsProcedures, "sms.settings"), {})).balance;
const accepted = () => provider.twilio.messages.filter(({ text }) => text.startsWith("SMS "));

const kept = new Set<string>();
/** Has everything stored that was reported or found out since, the latest first. */
async function keepAll(): Promise<void> {
  await provider.report(owner.orgId);
  const records = (await latestRecords(owner.orgId, 5_000, null)).filter(({ id }) => !kept.has(id));
  for (const { id } of records) kept.add(id);
  for (let at = 0; at < records.length; at += 100) {
    const Records = records.slice(at, at + 100).map(({ id, changes }) => {
      const detail = { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) };
      return sqsRecord({ detail }, { messageId: id });
    });
    expect(await onDelivered({ Records })).toEqual({ batchItemFailures: [] });
  }
}

/** The ledger as the SMS say it: what is paid is what the balance lacks, and what is still reserved is what nobody knows the end of. */
async function expectExact(initial: number): Promise<void> {
  const all = await stored();
  const paid = all.flatMap(({ payment, text }) => (payment ? [text] : []));
  const { left, reserved } = await balance();
  expect(initial - left, "paid").toBe(partsIn(paid));
  const underway = all.filter(({ delivery }) => delivery === "sending" || delivery === "unknown").map(({ text }) => text);
  expect(reserved, "reserved").toBe(partsIn(underway));
}

it(
  `the ledger of ${count} parallel SMS through kill -9 equals what the provider has counted (seed ${seed})`,
  async () => {
    const initial = (await balance()).left;
    const draw = (what: string, at: number) => drawOf(seed, what, at);
    let killed = 0;
    const noted = (ends: readonly string[]) => (killed += ends.filter((end) => end === "killed").length);

    // Written by several processes at once, which are killed between taking the balance and telling anybody; each client tries again.
    for (const isKilled of [true, true, false]) {
      const each = Array.from({ length: writers }, (_, at) => {
        const drawn = draw(`write ${isKilled}`, at + writers * killed);
        const mine = messages.filter((_message, index) => index % writers === at);
        const kill = isKilled ? 1 + Math.floor(drawn("at") * mine.length) : 0;
        return run({ does: "write", messages: mine, killAt: kill, when: drawn("when") < 0.5 ? "before" : "after" });
      });
      noted(await Promise.all(each));
      await expectExact(initial);
    }
    expect(await stored()).toHaveLength(count);
    expect(accepted()).toEqual([]);
    expect(initial - (await balance()).left).toBe(partsIn(messages.map(({ text }) => text)));

    // Sent by two processes at once, killed between claiming, calling the provider and storing its answer, while it misbehaves.
    const weathers: readonly SmsWeather[] = ["fine", "lost", "unreachable", "busy", "unreported", "muddled"];
    let round = 0;
    for (; round < kills; round++) {
      provider.twilio.weather = weathers[Math.floor(draw("weather", round)("which") * weathers.length)] ?? "fine";
      const both = [0, 1].map((at) => {
        const drawn = draw(`send ${at}`, round);
        const [killAt, when] = [1 + Math.floor(drawn("at") * count), drawn("when") < 0.5 ? "before" : "after"] as const;
        return run({ does: "send", killAt, when, aheadMs: round * 60_000 });
      });
      noted(await Promise.all(both));
      if (round % 2 === 0) await keepAll();
      await expectExact(initial);
    }
    provider.twilio.weather = "fine";
    const clock = { now: () => Date.now() + ++round * 60_000 };
    for (const { effectId } of await stored()) {
      if (!isId("eff", effectId)) continue;
      await expect.poll(() => deliver(owner.orgId, effectId, purposes, clock), { timeout: 30_000 }).toBe("settled");
    }
    await keepAll();
    await keepAll();
    await expectExact(initial);

    const texts = accepted().map(({ text }) => text);
    expect(new Set(texts).size, "accepted once each").toBe(texts.length);
    const byText = new Map(accepted().map((one) => [one.text, one.status]));
    for (const { text, delivery, payment } of await stored()) {
      const status = byText.get(text);
      // What the provider took is paid, until it says that it could not deliver it.
      if (status === "delivered" || status === "sent")
        expect([text, delivery, payment !== undefined]).toEqual([text, status, true]);
      else if (status === "queued") expect(["sent", "unknown"], text).toContain(delivery);
      else if (status === "undelivered") expect([text, delivery, payment]).toEqual([text, "failed", undefined]);
      else expect(["failed", "unknown"], text).toContain(delivery);
    }

    // A person decides about what nobody knows: what never arrived goes again, without being paid again; the rest has arrived.
    const [sendAgain, dismiss] = [named(outboundProcedures, "outbound.sendAgain"), named(outboundProcedures, "outbound.dismiss")];
    const open = (await stored()).filter(({ delivery }) => delivery === "unknown");
    for (const { effectId, text } of open)
      if (isId("eff", effectId)) await owner.call(byText.has(text) ? dismiss : sendAgain, { effectId });
    await keepAll();
    for (const { effectId, text } of open)
      if (isId("eff", effectId) && !byText.has(text))
        expect(await deliver(owner.orgId, effectId, purposes, clock)).toBe("settled");
    await keepAll();
    await keepAll();
    const counted = accepted().filter(({ status }) => status !== "undelivered");
    expect(new Set(accepted().map(({ text }) => text)).size).toBe(accepted().length);
    const { left, reserved } = await balance();
    expect({ paid: initial - left, reserved }).toEqual({ paid: partsIn(counted.map(({ text }) => text)), reserved: 0 });
    await expectExact(initial);
    expect(killed).toBeGreaterThanOrEqual(writers);
    const figures = { seed, killed, accepted: accepted().length, decided: open.length, paid: initial - left };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  },
  300_000 + kills * 60_000,
);
