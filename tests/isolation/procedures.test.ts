import { beginRun, publishButton } from "../support/automation.ts";
import { callOnce } from "../support/incoming-webhooks.ts";
import { fanOutLatest } from "../support/webhooks.ts";
import { errorShape } from "@kartis/core/kernel/error.ts";
import type { Procedure } from "@kartis/core/kernel/procedure.ts";
import { allGrants } from "@kartis/core/kernel/permission.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { operations } from "@kartis/functions/api/rest/operations.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { switchOn } from "../support/features.ts";
import { storeFile } from "../support/files.ts";
import { sendIntended, troubledMail } from "../support/outbound.ts";
import { connectProvider, missedCall } from "../support/voip-call.ts";
import { connectNumber, openChat } from "../support/whatsapp-number.ts";
import { proveSender } from "../support/sms-sender.ts";
import { named, newOwner, type Owner } from "../support/people.ts";
import { askRest, isExposed } from "./access/world.ts";
import { attempts, marker, said, type Theirs } from "./procedures/attempts.ts";

const phoneFieldOf = ({ fields }: { readonly fields: readonly { readonly id: string; readonly type: string }[] }): string =>
  fields.find(({ type }) => type === "phone")?.id ?? expect.fail("no phone");

let backend: Backend;
let mine: Owner;
let other: Owner;
let ownCardId: string;
let theirs: Theirs;

beforeAll(async () => {
  backend = await startBackend();
  [mine, other] = [await newOwner(), await newOwner()];
  const types = await other.call(named(procedures, "cards.types"), {});
  const [type] = types;
  if (!type) throw new Error("No card type");
  const card = await other.call(named(procedures, "cards.create"), {
    typeId: type.id,
    fields: { name: marker, [phoneFieldOf(type)]: "+972501234567" },
  });
  const [ownType] = await mine.call(named(procedures, "cards.types"), {});
  ownCardId = (
    await mine.call(named(procedures, "cards.create"), { typeId: ownType?.id ?? expect.fail(), fields: { name: "Own" } })
  ).id;
  const comment = await other.call(named(procedures, "comments.create"), { cardId: card.id, body: said(marker) });
  const logged = await other.call(named(procedures, "communications.create"), { type: "CALL", cardId: card.id, note: marker });
  const mail = await other.call(named(procedures, "mails.send"), {
    cardId: card.id,
    to: [{ email: "dana@x.example" }],
    subject: marker,
    body: said(marker),
  });
  const senderId = await proveSender(other, "Zyxqvut");
  const sms = await other.call(named(procedures, "sms.send"), { cardId: card.id, text: marker });
  const hook = await other.call(named(procedures, "webhooks.create"), {
    url: `https://hooks.example.com/${marker}`,
    events: ["task.created"],
  });
  const incoming = await other.call(named(procedures, "incomingWebhooks.create"), { name: marker, typeId: type.id });
  const callId = await callOnce(other, incoming, { name: marker });
  const form = await other.call(named(procedures, "leadForms.create"), { name: marker, typeId: type.id });
  await connectProvider(mine);
  await connectProvider(other);
  const telephoneCallId = await missedCall(other, { number: "+36301234567" });
  await connectNumber(other);
  const { chatId, whatsappId } = await openChat(other, { cardId: card.id, phone: "+972501234567", text: marker });
  const task = await other.call(named(procedures, "tasks.create"), { title: marker, due: "2030-01-01", cardId: card.id });
  const meeting = await other.call(named(procedures, "meetings.create"), {
    title: marker,
    start: "2030-01-01T10:00Z",
    guests: [{ email: "guest@x.example" }],
    cardId: card.id,
  });
  const upload = await other.call(named(procedures, "imports.createUpload"), { fileName: `${marker}.csv`, bytes: 10 });
  const { operationId } = await other.call(named(procedures, "cards.export"), { cardTypeId: type.id });
  const audit = await other.call(named(procedures, "audit.search"), { limit: 1 });
  const view = await other.call(named(procedures, "views.create"), {
    typeId: type.id,
    name: marker,
    isPrivate: false,
    state: {},
  });
  const taskView = await other.call(named(procedures, "taskViews.create"), { name: marker, isPrivate: false, state: {} });
  const [role] = await other.call(named(procedures, "roles.list"), {});
  const token = await other.call(named(procedures, "tokens.create"), {
    name: marker,
    grants: { "CARDS.read": "USER" },
    expiresInDays: 1,
  });
  await switchOn(mine, "content-templates");
  await switchOn(other, "content-templates");
  await switchOn(mine, "chats");
  await switchOn(other, "chats");
  const template = await other.call(named(procedures, "templates.create"), {
    name: marker,
    channel: "mail",
    texts: { en: { subject: marker, body: marker } },
  });
  const refused = troubledMail(backend.engines, "refused");
  const address = `${marker}.effect@x.example`.toLowerCase();
  await other.call(named(procedures, "members.invite"), { emails: [address], systemRole: "BASIC", roleId: null, language: "en" });
  expect(await sendIntended(other.orgId)).toBe(0);
  refused.end();
  const automationId = await publishButton(other, type.id, marker);
  const runId = await beginRun(other, automationId, card.id);
  const { effects } = await other.call(named(procedures, "outbound.list"), {});
  await fanOutLatest(other.orgId, other.clock);
  const { deliveries } = await other.call(named(procedures, "webhooks.deliveries"), { endpointId: hook.id });
  theirs = {
    orgId: other.orgId,
    userId: other.userId,
    typeId: type.id,
    nameFieldId: "name",
    cardId: card.id,
    incomingWebhookId: incoming.id,
    callId,
    leadFormId: form.id,
    taskId: task.id,
    meetingId: meeting.id,
    commentId: comment.id,
    communicationId: logged.id,
    mailId: mail.id,
    smsId: sms.id,
    senderId,
    whatsappId,
    telephoneCallId,
    chatId,
    guestId: meeting.guests[0]?.id ?? "",
    fileId: upload.fileId,
    storedFileId: await storeFile(other, { name: `${marker}.txt`, content: marker, cardId: card.id }),
    operationId,
    recordId: audit.entries[0]?.id ?? "",
    viewId: view.id,
    taskViewId: taskView.id,
    templateId: template.id,
    roleId: role?.id ?? "",
    tokenId: token.id,
    effectId: effects[0]?.id ?? expect.fail("no effect waits"),
    automationId,
    runId,
    endpointId: hook.id,
    messageId: deliveries[0]?.messageId ?? expect.fail("no delivery waits"),
  };
});
afterAll(() => backend.close());

/** An echo of the input is allowed (an unknown id in a message); any other data of the other organization is not. */
function expectNothingOfTheirs(name: string, input: unknown, answer: unknown): void {
  const given = JSON.stringify(input);
  const secrets = [marker, ...Object.values(theirs).filter((id) => id !== "name")];
  const leaked = secrets.filter((secret) => !given.includes(secret) && JSON.stringify(answer).includes(secret));
  expect(leaked, `${name} ${given}`).toEqual([]);
  const refused = z.object({ error: z.object({ code: z.string() }) }).safeParse(answer);
  if (refused.success)
    expect(
      // BAD_GATEWAY: nobody plays the caller's own provider.
      ["NOT_FOUND", "INVALID_INPUT", "FORBIDDEN", "PRECONDITION_FAILED", "BAD_GATEWAY"],
      `${name} ${given}: ${JSON.stringify(answer)}`,
    ).toContain(refused.data.error.code);
}

describe("one organization reaches nothing of another", () => {
  it.each(procedures.map((procedure) => [procedure.name, procedure] as const))("%s", async (name, procedure: Procedure) => {
    for (const input of attempts[name](theirs, ownCardId)) {
      const answer = await mine.call(procedure, input).then(
        (output) => ({ output }),
        (error: unknown) => ({ error: errorShape(error, "r") }),
      );
      expectNothingOfTheirs(name, input, answer);
    }
  });

  const exposed = procedures.map(({ name }) => name).filter((name) => isExposed([name]));
  it("has all operations of the API", () => {
    expect(exposed.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it.each(exposed)("%s, by a token of the API", async (id) => {
    const token = await mine.call(named(procedures, "tokens.create"), { name: id, grants: allGrants, expiresInDays: 1 });
    for (const input of attempts[id](theirs, ownCardId)) expectNothingOfTheirs(id, input, await askRest(token.secret, id, input));
    await mine.call(named(procedures, "tokens.remove"), { tokenId: token.id });
  });

  it("and everything of theirs is unchanged", async () => {
    const card = await other.call(named(procedures, "cards.get"), { id: theirs.cardId as `crd_${string}` });
    expect(card).toMatchObject({ version: 1, trashedAt: null, fields: { name: marker } });
    const task = await other.call(named(procedures, "tasks.get"), { taskId: theirs.taskId as `act_${string}` });
    expect(task).toMatchObject({ version: 1, trashedAt: null, title: marker, done: false });
    const meeting = await other.call(named(procedures, "meetings.get"), { meetingId: theirs.meetingId as `act_${string}` });
    expect(meeting).toMatchObject({ version: 1, trashedAt: null, title: marker });
    const timeline = await other.call(named(procedures, "timeline.list"), {
      cardId: theirs.cardId as `crd_${string}`,
      channels: ["comments", "calls"],
    });
    expect(timeline.entries).toMatchObject([
      { value: { version: 1, note: marker } },
      { value: { version: 1, body: said(marker) } },
    ]);
    const list = await other.call(named(procedures, "cards.search"), {});
    expect(list.total).toBe(1);
    const operation = await other.call(named(procedures, "operations.get"), {
      operationId: theirs.operationId as `opn_${string}`,
    });
    expect(operation.state).toBe("running");
  });

  it("the attempts would find something: their owner's calls do", async () => {
    const found = await other.call(named(procedures, "cards.freeSearch"), { query: marker });
    expect(JSON.stringify(found)).toContain(theirs.cardId);
  });
});
