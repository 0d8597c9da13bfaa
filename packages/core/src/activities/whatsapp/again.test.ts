import { named, newMember } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { chatProcedures } from "../../chats/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { whatsappSettingsProcedures } from "../../whatsapp/index.ts";
import { customer, hour, startInbox } from "./inbox.fixture.ts";
import { messageProcedures } from "./list-messages.ts";
import { whatsappProcedures } from "./procedures.ts";

const [sendAgain, dismiss, remove] = [
  named(whatsappProcedures, "whatsapp.sendAgain"),
  named(whatsappProcedures, "whatsapp.dismiss"),
  named(whatsappProcedures, "whatsapp.remove"),
];
const [outgoing, resendEffect, dismissEffect] = [
  named(outboundProcedures, "outbound.list"),
  named(outboundProcedures, "outbound.sendAgain"),
  named(outboundProcedures, "outbound.dismiss"),
];
const test = named(whatsappSettingsProcedures, "whatsapp.test");
const listMessages = named(messageProcedures, "chats.listMessages");
const updateChat = named(chatProcedures, "chats.update");

const inbox = startInbox();
const { write, settle, reply, chats, chat, shown } = inbox;

/** A message that Meta takes and then reports as undelivered. */
async function undelivered() {
  inbox.side.whatsapp.weather = "undeliverable";
  const made = await reply();
  await settle();
  inbox.side.whatsapp.weather = "fine";
  return made;
}
const open = async () => (await inbox.owner.call(outgoing, {})).effects;
const notSent = () => chats(inbox.owner, { folder: "notSent" });
const sent = () => inbox.side.whatsapp.accepted;
const decided = { code: "NOT_FOUND", details: { messageKey: "errors.effectDecided" } };

describe("a message that Meta reports as not delivered", () => {
  it("is found in the inbox and under outgoing messages, whatever is sent after it, until it is resent", async () => {
    await write("Hello");
    const made = await undelivered();
    const later = await reply({ text: "Are you there?" });
    await settle();
    expect((await shown(later.id)).delivery).toBe("read");
    expect(await notSent()).toMatchObject([{ unsent: 1, last: { delivery: "read" } }]);
    await inbox.owner.call(updateChat, { chatId: (await chat()).id, isClosed: true });
    const [listed] = await notSent();
    const page = await inbox.owner.call(listMessages, { conversationSid: listed?.id ?? expect.fail("not found when closed") });
    expect(page.unsent).toEqual([made.id]);
    const [effect] = await open();
    expect(effect).toMatchObject({
      state: "failed",
      reason: "undeliverable",
      subject: { id: made.id },
      message: { phone: customer, cardId: inbox.cardId, text: "Hello Rami" },
    });

    expect(await inbox.owner.call(sendAgain, { whatsappId: made.id })).toMatchObject({ delivery: "sending", reason: null });
    expect([await notSent(), await open()]).toEqual([[], []]);
    await settle();
    expect(await inbox.onTimeline()).toContainEqual(expect.objectContaining({ id: made.id, delivery: "read" }));
    await expect(inbox.owner.call(sendAgain, { whatsappId: made.id })).rejects.toMatchObject(decided);
  });

  it("is resent once, by whichever of the people who decide is first", async () => {
    await write("Hello");
    const { id: whatsappId } = await undelivered();
    const [effect = expect.fail("not open")] = await open();
    const before = sent();
    const outcomes = await Promise.allSettled([
      inbox.owner.call(sendAgain, { whatsappId }),
      inbox.owner.call(sendAgain, { whatsappId }),
      inbox.owner.call(resendEffect, { effectId: effect.id }),
    ]);
    await settle();
    await settle();
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sent()).toBe(before + 1);
    expect((await shown(whatsappId)).delivery).toBe("read");
  });

  it("that fails again waits for a decision again, and a report about its first sending changes nothing", async () => {
    await write("Hello");
    const { id: whatsappId } = await undelivered();
    const first = inbox.side.whatsapp.messages[0]?.id ?? "";
    inbox.side.whatsapp.weather = "undeliverable";
    await inbox.owner.call(sendAgain, { whatsappId });
    await settle();
    expect(await open()).toMatchObject([{ state: "failed" }]);
    inbox.side.whatsapp.weather = "fine";
    await inbox.owner.call(sendAgain, { whatsappId });
    await settle();
    for (const call of inbox.side.whatsapp.settle(first, "failed")) await inbox.side.call(inbox.owner.orgId, call);
    await settle();
    expect((await shown(whatsappId)).delivery).toBe("read");
    expect(await open()).toEqual([]);
  });

  it.each(["in the conversation", "under outgoing messages"])("is given up %s, and can still be resent", async (where) => {
    await write("Hello");
    const { id: whatsappId } = await undelivered();
    const [effect = expect.fail("not open")] = await open();
    if (where === "in the conversation") await inbox.owner.call(dismiss, { whatsappId });
    else await inbox.owner.call(dismissEffect, { effectId: effect.id });
    await settle();
    expect(await shown(whatsappId)).toMatchObject({ delivery: "failed", reason: "undeliverable", isGivenUp: true });
    expect([await notSent(), await open()]).toEqual([[], []]);
    await inbox.owner.call(sendAgain, { whatsappId });
    await settle();
    expect(await shown(whatsappId)).toMatchObject({ delivery: "read", isGivenUp: false });
  });

  it("is no longer looked for once it is in the trash", async () => {
    await write("Hello");
    const { id: whatsappId } = await undelivered();
    await inbox.owner.call(remove, { whatsappId });
    expect(await notSent()).toEqual([]);
    await expect(inbox.owner.call(sendAgain, { whatsappId })).rejects.toMatchObject(decided);
  });
});

describe("a message is not resent", () => {
  it("while Meta refuses the number: the person is told how to mend that, and the message stays in the list", async () => {
    await write("Hello");
    inbox.side.whatsapp.weather = "expired";
    const { id: whatsappId } = await reply();
    await settle();
    const [effect = expect.fail("not open")] = await open();
    const refused = {
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.whatsappExpired", targetRoute: "/settings/integrations?open=whatsapp" },
    };
    await expect(inbox.owner.call(resendEffect, { effectId: effect.id })).rejects.toMatchObject(refused);
    await expect(inbox.owner.call(sendAgain, { whatsappId })).rejects.toMatchObject(refused);
    expect(await open()).toMatchObject([{ id: effect.id, state: "failed" }]);
    expect(await notSent()).toHaveLength(1);
    inbox.side.whatsapp.weather = "fine";
    await inbox.owner.call(test, {});
    await inbox.owner.call(resendEffect, { effectId: effect.id });
    await settle();
    expect((await shown(whatsappId)).delivery).toBe("read");
  });

  it("when 24 hours have passed since the customer wrote, unless it is a template", async () => {
    await write("Hello", customer, { at: Date.now() - 24 * hour + 60_000 });
    const text = await undelivered();
    inbox.side.whatsapp.weather = "undeliverable";
    const template = await reply({ text: "", template: { name: "estimate_ready", language: "he", parameters: ["a", "b"] } });
    await settle();
    inbox.side.whatsapp.weather = "fine";
    const clock = { now: () => Date.now() + 70_000 };
    const later = async (id: typeof text.id) => sendAgain.call({ whatsappId: id }, { ...(await inbox.owner.context()), clock });
    await expect(later(text.id)).rejects.toMatchObject({ details: { messageKey: "errors.whatsappWindow" } });
    await later(template.id);
    await settle();
    expect((await shown(template.id)).delivery).toBe("read");
  });

  it("by members who may not write, or do not see the conversation; and they do not see what it says", async () => {
    await write("Hello");
    const { id: whatsappId } = await undelivered();
    const roleOf = async (name: string, grants: Record<string, "ORGANIZATION" | "USER">) =>
      newMember(inbox.owner, {
        roleId: (await inbox.owner.call(named(organizationProcedures, "roles.create"), { name, grants })).id,
      });
    const reads = await roleOf("Reads", { "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" });
    await expect(reads.call(sendAgain, { whatsappId })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const own = await roleOf("Own", {
      "CARDS.read": "USER",
      "COMMENTS.read": "USER",
      "COMMENTS.create": "USER",
      "ORGANIZATION.update": "ORGANIZATION",
    });
    for (const decide of [sendAgain, dismiss])
      await expect(own.call(decide, { whatsappId })).rejects.toMatchObject({
        code: expect.stringMatching(/^NO(T_FOUND|_PERMISSION)$/),
      });
    expect((await own.call(outgoing, {})).effects).toMatchObject([{ message: null }]);
  });
});

it("whose answer was lost no longer waits for a person when Meta reports it; nor when somebody says that it arrived", async () => {
  await write("Hello");
  inbox.side.whatsapp.weather = "lost";
  const [reported, said] = [await reply(), await reply({ text: "And you?" })];
  await settle();
  expect((await open()).map(({ state }) => state)).toEqual(["unknown", "unknown"]);
  const id = inbox.side.whatsapp.messages.find(({ text }) => text === "Hello Rami")?.id ?? "";
  for (const call of inbox.side.whatsapp.settle(id, "delivered")) await inbox.side.call(inbox.owner.orgId, call);
  await settle();
  const [left = expect.fail("nothing is open"), ...others] = await open();
  expect([left.subject.id, others]).toEqual([said.id, []]);
  await inbox.owner.call(dismissEffect, { effectId: left.id });
  await settle();
  expect((await shown(said.id)).delivery).toBe("sent");
  expect((await shown(reported.id)).delivery).toBe("delivered");
  expect(await notSent()).toEqual([]);
});
