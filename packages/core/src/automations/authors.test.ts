import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findActivities } from "../activities/store.ts";
import { taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { timelineProcedures } from "../timeline/index.ts";
import { published } from "./automations.fixture.ts";
import { everythingFor } from "./everything.fixture.ts";

let backend: Backend;
let whatsapp: WhatsAppSide;
beforeAll(async () => {
  backend = await startBackend();
  whatsapp = await startWhatsApp();
});
afterAll(async () => {
  await whatsapp.close();
  await backend.close();
});

const compare = (a: string, b: string) => (a < b ? -1 : 1);

it("what an automation creates belongs to its publisher and names the automation; what a person creates names none", async () => {
  const { owner, type, values, actions } = await everythingFor(await newOwner({ template: "empty" }));
  await whatsapp.connect(owner, type.id);
  const { createTask, createMeeting, sendEmail, sendSms, sendWhatsapp } = actions;
  const automation = await published(owner, type.id, {
    actions: [createTask, createMeeting, sendEmail, sendSms, sendWhatsapp],
  });
  const fields = { name: "Dana", ...values };
  const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields });
  await settleAutomations(owner.orgId, owner.clock);
  const due = "2031-05-06";
  const own = await owner.call(named(taskProcedures, "tasks.create"), { title: "By hand", due, cardId });
  const { entries } = await owner.call(named(timelineProcedures, "timeline.list"), { cardId });
  const shown = entries.flatMap((entry) => (entry.kind === "activity" ? [entry] : []));
  const byType = (some: readonly { type: string; createdBy: string | null; automationId: string | null | undefined }[]) =>
    some.map(({ type: kind, createdBy, automationId }) => `${kind} ${createdBy} ${automationId}`).toSorted(compare);
  const expected = [
    ...["MAIL", "MEETING", "SMS", "TASK", "WHATSAPP"].map((kind) => `${kind} ${owner.userId} ${automation.id}`),
    `TASK ${owner.userId} null`,
  ].toSorted(compare);
  const ofReplica = shown.map((entry) => ({
    type: entry.type,
    createdBy: entry.value.createdBy,
    automationId: "automationId" in entry.value ? entry.value.automationId : undefined,
  }));
  expect(byType(ofReplica)).toEqual(expected);
  const stored = await findActivities(
    owner.orgId,
    shown.map(({ value }) => value.id),
  );
  expect(byType([...stored.values()])).toEqual(expected);
  expect(own.automationId).toBeNull();
});
