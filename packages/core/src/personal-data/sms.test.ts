import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { smsProcedures } from "../activities/sms/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { download } from "../attachments/index.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { isId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { sweepReminders } from "../activities/reminders/fire.ts";
import { smsSettingsProcedures } from "../sms/procedures.ts";
import { unzip } from "@kartis/tests/support/unzip.ts";
import { openReplica } from "../replicas.ts";
import { everythingKept, pagesOf, whereStands } from "./everything.fixture.ts";
import { personalDataProcedures } from "./index.ts";

const create = named(cardProcedures, "cards.create");
const [options, send, setOptOut] = [
  named(smsProcedures, "sms.options"),
  named(smsProcedures, "sms.send"),
  named(smsProcedures, "sms.setOptOut"),
];
const [preview, erase] = [
  named(personalDataProcedures, "personalData.preview"),
  named(personalDataProcedures, "personalData.erase"),
];

let backend: Backend;
let provider: SmsSide;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

const later = (minutes: number): Clock => ({ now: () => Date.now() + minutes * 60_000 });

it("SMS that have not left are in the export; the erasure cancels them, nothing is sent, and what was paid returns", async () => {
  const owner = await newOwner({});
  await proveSender(owner, "0501110000", "+972501110000");
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
  const { id: cardId } = await owner.call(create, {
    typeId: type?.id ?? expect.fail("no type"),
    fields: { name: "Dana", [field]: "+972527439186" },
  });
  const hours = new Date(later(60).now()).toLocaleTimeString("en-GB", { timeZone: "Asia/Jerusalem" }).slice(0, 5);
  const from = new Date(later(-60).now()).toLocaleTimeString("en-GB", { timeZone: "Asia/Jerusalem" }).slice(0, 5);
  await owner.call(named(smsSettingsProcedures, "sms.setQuietHours"), { hours: { from, until: hours } });
  const balance = async () => (await owner.call(named(smsSettingsProcedures, "sms.settings"), {})).balance;
  const before = await balance();
  await owner.call(send, { cardId, text: "Waits in the cowshed", afterQuietHours: true });
  expect(await provider.send(owner.orgId)).toBe(0);
  await owner.call(send, { cardId, text: "On its way to the cowshed" });
  expect(await balance()).toMatchObject({ reserved: 1 });

  const { operationId: exporting } = await owner.call(named(personalDataProcedures, "personalData.export"), { cardId });
  expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId: exporting }))).toEqual({ batchItemFailures: [] });
  const { resultUrl } = await owner.call(named(operationProcedures, "operations.get"), { operationId: exporting });
  const fileId = resultUrl?.split("/").at(-1);
  const { url } = await owner.call(download, { fileId: isId("fil", fileId) ? fileId : expect.fail("no file") });
  const files = unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const exported = [...files.values()].map((content) => content.toString("utf8")).join("\n");
  for (const part of ["Waits in the cowshed", "On its way to the cowshed", '"waiting"', "+972527439186"])
    expect(exported).toContain(part);

  const { operationId } = await owner.call(erase, { cardId });
  const state = async () => (await findOperation(owner.orgId, operationId))?.state;
  for (let times = 0; times < 50 && (await state()) === "running"; times++)
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
  expect(await state()).toBe("done");
  expect((await sweepReminders(later(61), 20_000)).failed).toBe(0);
  await provider.send(owner.orgId);
  expect(provider.twilio.messages.filter(({ to }) => to === "+972527439186")).toEqual([]);
  expect(await balance()).toMatchObject({ left: before.left, reserved: 0 });
  expect(whereStands(["527439186", "cowshed"], await everythingKept(owner.orgId))).toEqual([]);
});

it("SMS whose quiet hours end during the erasure are sent or not; no payment is lost, or stays open", async () => {
  const owner = await newOwner({});
  await proveSender(owner, "0501110000", "+972501110000");
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
  const phone = "+972527439184";
  const { id: cardId } = await owner.call(create, {
    typeId: type?.id ?? expect.fail("no type"),
    fields: { name: "Dana", [field]: phone },
  });
  const [from, until] = [-60, 10].map((minutes) =>
    new Date(later(minutes).now()).toLocaleTimeString("en-GB", { timeZone: "Asia/Jerusalem" }).slice(0, 5),
  );
  await owner.call(named(smsSettingsProcedures, "sms.setQuietHours"), { hours: { from: from ?? "", until: until ?? "" } });
  const balance = async () => (await owner.call(named(smsSettingsProcedures, "sms.settings"), {})).balance;
  const before = await balance();
  for (let number = 0; number < 6; number++)
    await owner.call(send, { cardId, text: `Waits in the cowshed ${number}`, afterQuietHours: true });
  expect(await provider.send(owner.orgId)).toBe(0);
  expect(await balance()).toMatchObject({ left: before.left, reserved: 0 });
  // Nothing is quiet any more for whoever sends: the sweep lets all of them leave while they are erased.
  await owner.call(named(smsSettingsProcedures, "sms.setQuietHours"), { hours: null });
  // For everybody at once: what is erased and what is sent have their order by one clock. S3 accepts fifteen minutes of difference.
  const { now } = Date;
  const shifted = vi.spyOn(Date, "now").mockImplementation(() => now() + 11 * 60_000);
  onTestFinished(() => shifted.mockRestore());
  const { operationId } = await owner.call(erase, { cardId });
  const state = async () => (await findOperation(owner.orgId, operationId))?.state;
  const erasing = async () => {
    for (let times = 0; times < 50 && (await state()) === "running"; times++)
      await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }));
  };
  await Promise.all([erasing(), sweepReminders(systemClock, 20_000).then(() => provider.send(owner.orgId))]);
  await provider.send(owner.orgId);
  await provider.keep(owner.orgId);
  expect(await state()).toBe("done");
  const gone = provider.twilio.messages.filter(({ to }) => to === phone).length;
  expect(await balance()).toMatchObject({ left: before.left - gone, reserved: 0 });
  expect(whereStands(["527439184", "cowshed"], await everythingKept(owner.orgId))).toEqual([]);
});

it("an erased person's opt-out of SMS stays, and is all that is left of their number", async () => {
  const owner = await newOwner({});
  await proveSender(owner, "0501110000", "+972501110000");
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
  const card = async () =>
    (await owner.call(create, { typeId: type?.id ?? expect.fail("no type"), fields: { name: "Dana", [field]: "+972527439185" } }))
      .id;
  const cardId = await card();
  await owner.call(send, { cardId, text: "Hello" });
  // An answer is kept on the timeline, and as the provider's call for thirty days.
  expect(await provider.send(owner.orgId)).toBe(0);
  expect(await provider.answer(owner.orgId, "+972527439185", "Ring me at the cowshed")).toBe(204);
  await owner.call(setOptOut, { cardId, phone: "+972527439185", isOptedOut: true });
  expect(whereStands(["527439185", "cowshed"], await everythingKept(owner.orgId))).not.toEqual([]);
  expect((await owner.call(preview, { cardId })).kept).toEqual([{ reason: "personalData.keeps.smsOptOuts", count: 1 }]);

  const { operationId } = await owner.call(erase, { cardId });
  const state = async () => (await findOperation(owner.orgId, operationId))?.state;
  for (let times = 0; times < 50 && (await state()) === "running"; times++)
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
  expect(await state()).toBe("done");
  expect(whereStands(["527439185", "cowshed"], await everythingKept(owner.orgId))).toEqual([]);
  expect(
    whereStands(["527439185", "cowshed"], new Map([["replica", await pagesOf((await openReplica(owner.orgId)).db)]])),
  ).toEqual([]);

  const again = await card();
  expect((await owner.call(options, { cardId: again })).numbers).toMatchObject([
    { optOut: { source: "person", by: owner.userId } },
  ]);
  await expect(owner.call(send, { cardId: again, text: "Hello" })).rejects.toMatchObject({
    details: { fields: { phone: "validation.smsOptedOut" } },
  });
});
