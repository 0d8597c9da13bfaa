import { switchOff } from "@kartis/tests/support/features.ts";
import { named } from "@kartis/tests/support/people.ts";
import { expect, it } from "vitest";
import { chatProcedures } from "../../chats/index.ts";
import { customer, said, startInbox } from "./inbox.fixture.ts";
import { whatsappProcedures } from "./procedures.ts";

const [options, sendAgain] = [named(whatsappProcedures, "whatsapp.options"), named(whatsappProcedures, "whatsapp.sendAgain")];
const updateChat = named(chatProcedures, "chats.update");

const inbox = startInbox();
const { write, settle, reply, chat, shown } = inbox;
const sent = () => inbox.side.whatsapp.accepted;
const refused = { code: "INVALID_INPUT", details: { fields: { phone: "validation.whatsappOptedOut" } } };
const template = { name: "order_ready", language: "en", parameters: ["Dana"] };

it("a customer who asks for no more messages gets none, until they ask for them again", async () => {
  await write("Hello");
  await write("Please don't stop");
  expect((await chat()).optedOutAt).toBeNull();
  const before = await reply();
  const { side, owner } = inbox;
  expect(await side.call(owner.orgId, side.whatsapp.write(customer, said("הסר"), { name: "Rami" }))).toBe(200);
  await side.keep(owner.orgId);
  const { id: chatId, optedOutAt } = await chat();
  expect(optedOutAt).not.toBeNull();
  expect((await inbox.owner.call(options, { cardId: inbox.cardId })).numbers[0]).toMatchObject({ chatId, optedOutAt });
  await expect(reply()).rejects.toMatchObject(refused);
  await expect(reply({ template })).rejects.toMatchObject(refused);
  // Said again, it is so since the first time.
  await write("stop");
  expect((await chat()).optedOutAt).toBe(optedOutAt);
  // What had not left yet does not leave any more.
  const accepted = sent();
  await settle();
  expect(sent()).toBe(accepted);
  expect(await shown(before.id)).toMatchObject({ delivery: "failed", reason: "optedOut" });
  await expect(inbox.owner.call(sendAgain, { whatsappId: before.id })).rejects.toMatchObject({
    code: "PRECONDITION_FAILED",
    details: { messageKey: "errors.whatsappOptedOut" },
  });
  await write("START");
  expect((await chat()).optedOutAt).toBeNull();
  await inbox.owner.call(sendAgain, { whatsappId: before.id });
  await settle();
  expect((await shown(before.id)).delivery).toBe("read");
});

it("of a customer's refusals and requests for messages, the latest counts, in whatever order they are received", async () => {
  const wrote = (text: string, minutesAgo: number) =>
    write(text, customer, { name: "Rami", at: Date.now() - minutesAgo * 60_000 });
  await wrote("START", 10);
  await wrote("stop", 20);
  expect((await chat()).optedOutAt).toBeNull();
  await wrote("stop", 5);
  await wrote("START", 8);
  expect((await chat()).optedOutAt).not.toBeNull();
  await wrote("START", 2);
  await wrote("stop", 4);
  await wrote("START", 30);
  await wrote("stop", 3);
  expect((await chat()).optedOutAt).toBeNull();
});

it("Meta's refusal for the customer opts them out, and a person allows messages again or notes it themselves", async () => {
  await write("Hello");
  inbox.side.whatsapp.weather = "optedOut";
  const made = await reply();
  await settle();
  inbox.side.whatsapp.weather = "fine";
  expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "optedOut" });
  const { id: chatId, optedOutAt } = await chat();
  expect(optedOutAt).not.toBeNull();
  expect((await inbox.owner.call(updateChat, { chatId, isOptedOut: true })).optedOutAt).toBe(optedOutAt);
  expect((await inbox.owner.call(updateChat, { chatId, isOptedOut: false })).optedOutAt).toBeNull();
  await expect(reply({ text: "Again" })).resolves.toMatchObject({ delivery: "sending" });
  await inbox.owner.call(updateChat, { chatId, isOptedOut: true });
  await expect(reply()).rejects.toMatchObject(refused);
});

it("is also noted where there is no inbox, in which nothing else of the conversation can be changed", async () => {
  await write("Hello");
  await write("stop");
  const { id: chatId } = await chat();
  await switchOff(inbox.owner, "chats");
  await expect(inbox.owner.call(updateChat, { chatId, isClosed: true })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await inbox.owner.call(updateChat, { chatId, isOptedOut: false })).optedOutAt).toBeNull();
});
