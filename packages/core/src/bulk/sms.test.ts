import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { fillBalance, proveSender } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { smsProcedures } from "../activities/sms/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { type CardId, newId, type OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { dyingAt, killed } from "../operations/killed.fixture.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { smsSettingsProcedures } from "../sms/procedures.ts";
import { timelineProcedures } from "../timeline/index.ts";
import { runRevert, undoProcedures } from "../undo/index.ts";
import { bulkProcedures, runBulk } from "./index.ts";

const [create, remove] = [named(cardProcedures, "cards.create"), named(cardProcedures, "cards.remove")];
const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const [settings, entries] = [named(smsSettingsProcedures, "sms.settings"), named(smsSettingsProcedures, "sms.entries")];
const getOperation = named(operationProcedures, "operations.get");

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let leads: CardType;
let phoneField: string;
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
  owner = await newOwner({ language: "en" });
  leads = (await owner.call(named(cardProcedures, "cards.types"), {}))[0] ?? expect.fail("no type");
  phoneField = leads.fields.find(({ type }) => type === "phone")?.id ?? expect.fail("no phone");
});

/** Numbers are those of one organization's test alone. */
let numbers = 1_000_000;
const newPhone = () => `+97252${++numbers}`;
async function card(name: string, phone: string | null = newPhone()): Promise<CardId> {
  const fields = { name, ...(phone ? { [phoneField]: phone } : {}) };
  return (await owner.call(create, { typeId: leads.id, fields })).id;
}
async function cards(count: number): Promise<CardId[]> {
  const ids: CardId[] = [];
  while (ids.length < count)
    ids.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, count - ids.length) }, (_, at) => card(`Lead ${ids.length + at}`)),
      )),
    );
  return ids;
}
/** One stretch of the operation, as its starter. */
async function stretch(operationId: OperationId): Promise<boolean> {
  const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
  if (operation.state !== "running") return true;
  const run = operation.kind === "bulk" ? runBulk : runRevert;
  return run(operation, await owner.actor(), owner.clock, Number.POSITIVE_INFINITY);
}
async function ended(operationId: OperationId) {
  while (!(await stretch(operationId)));
  return owner.call(getOperation, { operationId });
}
const job = (cardIds: CardId[], text = "Hello {{ card.name }}") =>
  ({ target: "sms", selection: { cardIds }, change: { kind: "send", text } }) as const;
const sent = async (...of: Parameters<typeof job>) => ended((await owner.call(start, job(...of))).operationId);
const balance = async () => (await owner.call(settings, {})).balance;
async function expectExact(): Promise<void> {
  let page = await owner.call(entries, { limit: 100 });
  const changes = page.entries.map(({ change }) => change);
  while (page.nextCursor) {
    page = await owner.call(entries, { limit: 100, cursor: page.nextCursor });
    changes.push(...page.entries.map(({ change }) => change));
  }
  expect(changes.reduce((sum, change) => sum + change, 0)).toBe((await balance()).left);
}
/** What phones have got since the provider had accepted so many. */
const received = (since: number) => provider.twilio.messages.slice(0, provider.twilio.accepted - since).map(({ text }) => text);

describe("an SMS to many cards", () => {
  it("says to each its own, once to each number, and says why others get none; the preview has said so before", async () => {
    await proveSender(owner);
    await fillBalance(owner, 100);
    const some = await cards(45);
    const shared = newPhone();
    const [first, second] = [await card("First of two", shared), await card("Second of two", shared)];
    const without = await card("Without a number", null);
    const long = await card("L".repeat(1_600));
    const refusing = newPhone();
    const unwanted = await card("Wants none", refusing);
    await owner.call(named(smsProcedures, "sms.setOptOut"), { cardId: unwanted, phone: refusing, isOptedOut: true });
    const gone = await card("Gone");
    await owner.call(remove, { cardId: gone });
    const selected = [...some, first, second, without, long, unwanted, gone, newId("crd")];
    const seen = await owner.call(preview, job(selected));
    const before = provider.twilio.accepted;
    const reasons = {
      "validation.cardGone": 2,
      "validation.smsSameNumber": 1,
      "errors.smsNoPhone": 1,
      "validation.smsOptedOut": 1,
      "validation.smsTooLong": 1,
    };
    expect(Object.fromEntries(seen.refused.map(({ message, count }) => [message, count]))).toEqual(reasons);
    expect(seen.refused.find(({ message }) => message === "validation.smsOptedOut")?.names).toEqual(["Wants none"]);
    expect(seen).toMatchObject({ total: 52, changing: 46, sms: { parts: 46, left: 120 } });
    expect(seen.examples[0]).toMatchObject({ name: "Lead 0", after: { text: "Hello Lead 0" } });
    const operation = await sent(selected);
    expect(operation).toMatchObject({ state: "done", total: 52, done: 52, updated: 46, failed: 6 });
    expect(operation.errors.map(({ message }) => message).toSorted()).toEqual(
      Object.entries(reasons)
        .flatMap(([message, count]) => Array<string>(count).fill(message))
        .toSorted(),
    );
    expect(await balance()).toMatchObject({ left: 74, reserved: 46 });
    await provider.send(owner.orgId);
    await provider.keep(owner.orgId);
    expect(received(before).toSorted()).toEqual([...some.map((_, at) => `Hello Lead ${at}`), "Hello First of two"].toSorted());
    expect(await balance()).toMatchObject({ left: 74, reserved: 0 });
    const { entries: shown } = await owner.call(named(timelineProcedures, "timeline.list"), { cardId: first, channels: ["sms"] });
    expect(shown).toMatchObject([
      { kind: "activity", type: "SMS", value: { phone: shared, delivery: "sent", createdBy: owner.userId } },
    ]);
    await expectExact();
  });

  it("goes to as many as there is balance for, and names the others", async () => {
    await proveSender(owner);
    const some = await cards(45);
    expect(await owner.call(preview, job(some))).toMatchObject({ changing: 20, sms: { parts: 20, left: 20 } });
    const operation = await sent(some);
    expect(operation).toMatchObject({ state: "done", done: 45, updated: 20, failed: 25 });
    expect(new Set(operation.errors.map(({ message }) => message))).toEqual(new Set(["errors.SMS_LIMIT_REACHED.message"]));
    expect((await balance()).left).toBe(0);
    await expectExact();
  });

  it("that is killed before or after any write is sent once to each, and paid once", { timeout: 120_000 }, async () => {
    await proveSender(owner);
    await fillBalance(owner, 2_000);
    const some = await cards(35);
    for (const when of ["before", "after"] as const) {
      let [dies, deaths] = [true, 0];
      for (let write = 1; dies; write++) {
        const before = await balance();
        const accepted = provider.twilio.accepted;
        const { operationId } = await owner.call(start, job(some, `${when} ${write}`));
        const hasDied = dyingAt(write, when);
        await stretch(operationId).catch((error: unknown) => {
          if (!String(error).includes(killed)) throw error;
        });
        dies = hasDied();
        deaths += Number(dies);
        expect(await ended(operationId)).toMatchObject({ state: "done", done: 35, updated: 35, failed: 0 });
        expect((await balance()).left).toBe(before.left - 35);
        await provider.send(owner.orgId);
        await provider.send(owner.orgId);
        expect(provider.twilio.accepted - accepted).toBe(35);
        await provider.keep(owner.orgId);
      }
      expect(deaths).toBeGreaterThan(2);
    }
    await expectExact();
  });

  it("is called back while it has not left: its revert trashes it, and what it was paid with returns", async () => {
    await proveSender(owner);
    const some = await cards(5);
    const { operationId } = await owner.call(start, job(some));
    await ended(operationId);
    const before = provider.twilio.accepted;
    const { operationId: revertId } = await owner.call(named(undoProcedures, "changes.revert"), { operationId });
    expect(await ended(revertId)).toMatchObject({ state: "done", updated: 5, failed: 0 });
    await provider.send(owner.orgId);
    expect(provider.twilio.accepted).toBe(before);
    expect(await balance()).toMatchObject({ left: 20, reserved: 0 });
    const again = await owner.call(start, job(some));
    await ended(again.operationId);
    await provider.send(owner.orgId);
    await provider.keep(owner.orgId);
    const late = await owner.call(named(undoProcedures, "changes.revert"), { operationId: again.operationId });
    expect(await ended(late.operationId)).toMatchObject({ state: "done", updated: 0, failed: 5 });
    expect((await balance()).left).toBe(15);
    await expectExact();
  });

  it("is refused as a whole without a sender, for a variable that no card has, and without the permission for SMS", async () => {
    const [only = expect.fail("no card")] = await cards(1);
    await expect(owner.call(preview, job([only]))).rejects.toMatchObject({
      code: "SMS_DISABLED",
      details: { messageKey: "errors.smsNoSender" },
    });
    await proveSender(owner);
    const unknown = job([only], "Hello {{ card.nothing }}");
    for (const call of [() => owner.call(preview, unknown), () => owner.call(start, unknown)])
      await expect(call()).rejects.toMatchObject({
        code: "INVALID_INPUT",
        details: { fields: { text: "validation.template.variable" }, params: { about: "card.nothing" } },
      });
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Sends no SMS",
      grants: { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION", "SMS.read": "ORGANIZATION" },
    });
    const member = await newMember(owner, { roleId: role.id });
    for (const call of [() => member.call(preview, job([only])), () => member.call(start, job([only]))])
      await expect(call()).rejects.toMatchObject({
        code: "NO_PERMISSION",
        details: { params: { type: "SMS" } },
      });
  });

  it("reaches no card that its sender does not see", async () => {
    await proveSender(owner);
    const [only = expect.fail("no card")] = await cards(1);
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Own cards",
      grants: { "CARDS.read": "USER", "SMS.create": "USER", "SMS.read": "USER" },
    });
    const member = await newMember(owner, { roleId: role.id });
    const selection = { query: { cardTypeId: leads.id, sort: [] } };
    const all = { target: "sms" as const, selection, change: { kind: "send" as const, text: "Hello" } };
    expect(await member.call(preview, all)).toMatchObject({ total: 0 });
    expect(await member.call(preview, job([only]))).toMatchObject({
      changing: 0,
      refused: [{ message: "validation.cardGone", names: [] }],
    });
    const { operationId } = await member.call(start, job([only]));
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    expect(await runBulk(operation, await member.actor(), owner.clock, Number.POSITIVE_INFINITY)).toBe(true);
    expect(await member.call(getOperation, { operationId })).toMatchObject({ updated: 0, failed: 1, errors: [{ value: "" }] });
  });
});
