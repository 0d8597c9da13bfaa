import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { fanOutLatest, receiverSide, run } from "@kartis/tests/support/webhooks.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { whatsappProcedures } from "../activities/whatsapp/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { webhookProcedures } from "./procedures.ts";

let backend: Backend;
let phones: WhatsAppSide;
beforeAll(async () => {
  backend = await startBackend();
  phones = await startWhatsApp();
});
afterAll(async () => {
  await phones.close();
  await backend.close();
});

it("an endpoint gets WhatsApp messages in and out, as the timeline has them, and what becomes of them", async () => {
  const owner = await newOwner();
  await switchOn(owner, "chats");
  const type = (await owner.call(named(cardProcedures, "cards.types"), {}))[0] ?? expect.fail("no type");
  const phone = type.fields.find((field) => field.type === "phone") ?? expect.fail("no phone");
  await phones.connect(owner, type.id);
  const fields = { name: "Galil", [phone.id]: "+972545550187" };
  const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields });
  const { id } = await owner.call(named(webhookProcedures, "webhooks.create"), {
    url: "https://hooks.example.com/",
    events: ["whatsapp.created", "whatsapp.delivered"],
  });
  const message = { type: "text", text: { body: "שלום" } };
  expect(await phones.call(owner.orgId, phones.whatsapp.write("+972545550187", message, { name: "Rami" }))).toBe(200);
  await phones.settle(owner.orgId);
  await owner.call(named(whatsappProcedures, "whatsapp.send"), { cardId, text: "Hello Rami" });
  await phones.settle(owner.orgId);
  const side = receiverSide(systemClock);
  await fanOutLatest(owner.orgId, systemClock);
  await run(owner.orgId, id, systemClock, side.call);
  const received = side.receiver.messages.map(({ body }) => JSON.parse(body));
  const created = received.filter(({ type: event }) => event === "whatsapp.created");
  expect(created.map(({ data }) => data.object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ cardId, direction: "IN", text: "שלום" }),
      expect.objectContaining({ cardId, direction: "OUT", text: "Hello Rami" }),
    ]),
  );
  expect(created).toHaveLength(2);
  const delivered = received.filter(({ type: event }) => event === "whatsapp.delivered");
  expect(delivered.map(({ data }) => data.changes.delivery.after)).toContain("read");
  for (const { data } of received) expect(data.kind).toBe("whatsapp");
});
