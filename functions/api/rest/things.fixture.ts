import { beginRun, buttonDefinition, publishButton } from "@kartis/tests/support/automation.ts";
import { runDue } from "@kartis/tests/support/automations.ts";
import { post, postForm, storeFile } from "@kartis/tests/support/files.ts";
import { callOnce, settleIncoming } from "@kartis/tests/support/incoming-webhooks.ts";
import { submitOnce } from "@kartis/tests/support/lead-forms.ts";
import { fillBalance, proveSender } from "@kartis/tests/support/sms-sender.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { connectMailbox } from "@kartis/tests/support/gmail.ts";
import { connectProvider, missedCall } from "@kartis/tests/support/voip-call.ts";
import { fanOutLatest, webhooksPlace } from "@kartis/tests/support/webhooks.ts";
import { connectNumber, openChat, unsentMessage } from "@kartis/tests/support/whatsapp-number.ts";
import type { CardId, CardTypeId } from "@kartis/core/kernel/id.ts";
import { procedures } from "../procedures.ts";
import type { ExampleIds } from "./exposure.ts";
import { operations } from "./operations.ts";

const call = {
  createType: named(procedures, "cardTypes.create"),
  updateFields: named(procedures, "cardTypes.updateFields"),
  createCard: named(procedures, "cards.create"),
  createLayout: named(procedures, "layouts.create"),
  createView: named(procedures, "views.create"),
  createRole: named(procedures, "roles.create"),
  link: named(procedures, "cards.link"),
  removeCard: named(procedures, "cards.remove"),
  createTask: named(procedures, "tasks.create"),
  removeTask: named(procedures, "tasks.remove"),
  createMeeting: named(procedures, "meetings.create"),
  updateMeeting: named(procedures, "meetings.update"),
  removeMeeting: named(procedures, "meetings.remove"),
  createComment: named(procedures, "comments.create"),
  removeComment: named(procedures, "comments.remove"),
  logCall: named(procedures, "communications.create"),
  removeLogged: named(procedures, "communications.remove"),
  sendMail: named(procedures, "mails.send"),
  removeMail: named(procedures, "mails.remove"),
  sendSms: named(procedures, "sms.send"),
  removeSms: named(procedures, "sms.remove"),
  createTaskView: named(procedures, "taskViews.create"),
  createTemplate: named(procedures, "templates.create"),
  endpoints: named(procedures, "webhooks.list"),
  createEndpoint: named(procedures, "webhooks.create"),
  deliveries: named(procedures, "webhooks.deliveries"),
  createIncoming: named(procedures, "incomingWebhooks.create"),
  createForm: named(procedures, "leadForms.create"),
  updateForm: named(procedures, "leadForms.update"),
  submissions: named(procedures, "leadForms.submissions"),
  removeWhatsApp: named(procedures, "whatsapp.remove"),
  createImport: named(procedures, "imports.createUpload"),
  exportCards: named(procedures, "cards.export"),
  updateAutomation: named(procedures, "automations.update"),
  publishAutomation: named(procedures, "automations.publish"),
};

/** Ids that an operation's example names; undefined if it is not about one operation. */
function idsIn(operationId: string): ReadonlySet<string> | undefined {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) return undefined;
  const read = new Set<string>();
  operation.example(new Proxy(nothing, { get: (ids, name: keyof ExampleIds) => (read.add(name), ids[name]) }));
  return read;
}

/** Things of the organization, made anew for each operation, so that it may change or delete them: those that its example names, all of them for an id of no operation. */
export async function thingsOf(person: Owner, operationId: string): Promise<ExampleIds> {
  const newType = await person.call(call.createType, {
    draft: { name: "Thing", pluralName: "Things", hue: "slate", fields: [{ label: "Phone", type: "phone" }] },
  });
  const { type } = await person.call(call.updateFields, {
    typeId: newType.id,
    expectedVersion: newType.version,
    fields: [...newType.fields, { label: "Other", type: "cardRelation", relation: { typeIds: [], many: true } }],
  });
  const phone = type.fields.find((field) => field.type === "phone")?.id ?? "";
  const relationFieldId = type.fields.find((field) => field.type === "cardRelation")?.id ?? "";
  const ids = idsIn(operationId);
  const make = async <T>(id: keyof ExampleIds, making: () => Promise<T>): Promise<T | undefined> =>
    !ids || ids.has(id) ? making() : undefined;
  const role = await make("roleId", () => person.call(call.createRole, { name: `Role ${newType.id}`, grants: {} }));
  const userId = operationId === "members.setRole" ? (await newMember(person, {})).userId : person.userId;
  // A type with cards cannot be deleted.
  if (operationId === "cardTypes.remove") return { ...nothing, typeId: type.id };
  const [card, otherCard] = [
    await person.call(call.createCard, { typeId: type.id, fields: { name: "A thing", [phone]: "+972501234567" } }),
    await person.call(call.createCard, { typeId: type.id, fields: { name: "Another thing" } }),
  ];
  const hooks = await make("endpointId", () => hookOf(person));
  const task = await make("taskId", () => person.call(call.createTask, { title: "To do", due: "2030-01-01", cardId: card.id }));
  if (task && operationId === "tasks.restore") await person.call(call.removeTask, { taskId: task.id });
  const body = [{ type: "paragraph" as const, content: [{ text: "Hello" }] }];
  const comment = await make("commentId", () => person.call(call.createComment, { cardId: card.id, body }));
  if (comment && operationId === "comments.restore") await person.call(call.removeComment, { commentId: comment.id });
  const logged = await make("communicationId", () => person.call(call.logCall, { type: "CALL", cardId: card.id }));
  if (logged && operationId === "communications.restore") await person.call(call.removeLogged, { communicationId: logged.id });
  const to = [{ email: "dana@x.example" }];
  const mail = await make("mailId", () => person.call(call.sendMail, { cardId: card.id, to, subject: "Offer", body }));
  if (mail && operationId === "mails.restore") await person.call(call.removeMail, { mailId: mail.id });
  if (!ids || operationId.startsWith("sms.")) {
    await proveSender(person);
    await fillBalance(person, 10);
  }
  const sms = await make("smsId", () => person.call(call.sendSms, { cardId: card.id, text: "Hello" }));
  if (sms && operationId === "sms.restore") await person.call(call.removeSms, { smsId: sms.id });
  const meeting =
    (await make("meetingId", () => meetingOf(person, card.id, operationId))) ??
    (await make("guestId", () => meetingOf(person, card.id, operationId)));
  if (operationId === "cards.unlink")
    await person.call(call.link, { cardId: card.id, fieldId: relationFieldId, targetId: otherCard.id });
  if (operationId === "cards.restore") await person.call(call.removeCard, { cardId: card.id });
  const layout = await make("layoutId", () =>
    person.call(call.createLayout, { typeId: type.id, layout: { title: "Second", groups: [] } }),
  );
  const view = await make("viewId", () =>
    person.call(call.createView, { typeId: type.id, name: "View", isPrivate: false, state: {} }),
  );
  const taskView = await make("taskViewId", () =>
    person.call(call.createTaskView, { name: "Urgent", isPrivate: false, state: {} }),
  );
  const texts = { en: { subject: "Offer", body: "Hello" } };
  const template = await make("templateId", () => person.call(call.createTemplate, { name: "Offer", channel: "mail", texts }));
  const file = { name: "a.txt", content: "hello", cardId: card.id };
  const fileId = await make("fileId", async () =>
    operationId === "files.finish" ? (await post(person, file)).fileId : storeFile(person, file),
  );
  /** For the document, or for an operation of these domains: what takes long to make. */
  const concerns = (...domains: readonly string[]) => operationId === "" || domains.includes(operationId.split(".")[0] ?? "");
  const automation = concerns("automations") ? await automationOf(person, type.id, card.id, phone) : {};
  // An organization has few of them.
  const isIncoming = concerns("incomingWebhooks", "leadForms");
  return {
    ...nothing,
    cardId: card.id,
    otherCardId: otherCard.id,
    taskId: task?.id ?? "",
    meetingId: meeting?.id ?? "",
    guestId: meeting?.guests[0]?.id ?? "",
    commentId: comment?.id ?? "",
    communicationId: logged?.id ?? "",
    mailId: mail?.id ?? "",
    smsId: sms?.id ?? "",
    typeId: type.id,
    relationFieldId,
    layoutId: layout?.id ?? "",
    taskViewId: taskView?.id ?? "",
    templateId: template?.id ?? "",
    templateRecordId: template?.recordId ?? "",
    ...hooks,
    ...automation,
    ...(isIncoming ? await intakesOf(person, type.id) : {}),
    ...(concerns("whatsapp", "chats") ? await conversationOf(person, card.id, operationId) : {}),
    ...(concerns("voip") ? await callOf(person, card.id) : {}),
    ...(concerns("gmail") ? await mailboxOf(person) : {}),
    ...(concerns("imports", "operations") ? await runsOf(person, type.id) : {}),
    viewId: view?.id ?? "",
    userId,
    roleId: role?.id ?? "",
    fileId: fileId ?? "",
    recordId: card.recordId ?? "",
  };
}

/** The endpoint, of which an organization has few, with a delivery. */
async function hookOf(person: Owner) {
  const [known] = await person.call(call.endpoints, {});
  const hook = known ?? (await person.call(call.createEndpoint, { url: webhooksPlace, events: ["task.created"] }));
  await person.call(call.createTask, { title: "To do", due: "2030-01-01" });
  await fanOutLatest(person.orgId, person.clock, 1);
  const { deliveries } = await person.call(call.deliveries, { endpointId: hook.id });
  return { endpointId: hook.id, messageId: deliveries[0]?.messageId ?? "" };
}

async function meetingOf(person: Owner, cardId: CardId, operationId: string) {
  const meeting = await person.call(call.createMeeting, {
    title: "Site visit",
    start: "2030-06-03T10:00Z",
    guests: [{ email: "guest@x.example" }],
    cardId,
  });
  if (operationId === "meetings.reset") {
    const one = { meetingId: meeting.id, scope: "one", day: "2030-06-10" } as const;
    const repeat = { frequency: "week" as const, every: 1, weekdays: ["MO" as const], ends: { type: "never" as const } };
    await person.call(call.updateMeeting, { meetingId: meeting.id, repeat });
    await person.call(call.updateMeeting, { ...one, title: "Retrospective" });
  }
  if (operationId === "meetings.restore") await person.call(call.removeMeeting, { meetingId: meeting.id });
  return meeting;
}

/** A conversation with the card's number, with a message from the customer and one that was not sent. */
async function conversationOf(person: Owner, cardId: CardId, operationId: string) {
  await connectNumber(person);
  const about = { cardId, phone: "+972501234567", people: [person.userId] };
  const { chatId, whatsappId } = await openChat(person, about);
  const unsent = await unsentMessage(person, about);
  if (operationId === "whatsapp.restore") await person.call(call.removeWhatsApp, { whatsappId });
  return { chatId, whatsappId, unsentWhatsappId: unsent.whatsappId };
}

/** A missed call from the card's number, where calls can be placed. */
async function callOf(person: Owner, cardId: CardId) {
  await connectProvider(person);
  return { telephoneCallId: await missedCall(person, { number: "+972501234567", cardId }) };
}

async function mailboxOf(person: Owner) {
  await connectMailbox(person);
  return {};
}

/** A CSV to import, and an operation that runs. */
async function runsOf(person: Owner, typeId: CardTypeId) {
  const csv = "Name\nDana\n";
  const upload = await person.call(call.createImport, { fileName: "cards.csv", bytes: csv.length });
  await postForm(upload, csv);
  const { operationId } = await person.call(call.exportCards, { cardTypeId: typeId });
  return { importFileId: upload.fileId, operationId };
}

/** An incoming webhook and a lead form, each with something that can be taken in again. */
async function intakesOf(person: Owner, typeId: CardTypeId) {
  const webhook = await person.call(call.createIncoming, { name: "Landing page", typeId });
  const callId = await callOnce(person, webhook, { name: "Dana" });
  const { id: formId, version } = await person.call(call.createForm, { name: "Landing page", typeId });
  const published = await person.call(call.updateForm, { formId, expectedVersion: version, state: "active" });
  await submitOnce(person, published, { name: "Dana" }, { website: "robot" });
  await settleIncoming(person);
  const { calls } = await person.call(call.submissions, { formId });
  return { webhookId: webhook.id, callId, formId, submissionId: calls[0]?.id ?? "" };
}

/** An automation whose run waits, with one that has failed at a number that is none, which is not known before it runs. */
async function automationOf(person: Owner, typeId: CardTypeId, cardId: CardId, phone: string) {
  const automationId = await publishButton(person, typeId, "Set a number");
  const wrong = { kind: "changeField", how: "write", fieldId: phone, text: "{{ card.name }}" } as const;
  const definition = {
    trigger: { kind: "buttonClicked", label: "Set a number", question: "" },
    steps: [{ id: "set", kind: "action", action: wrong }],
  } as const;
  await person.call(call.updateAutomation, { automationId, definition: { ...definition, steps: [...definition.steps] } });
  await person.call(call.publishAutomation, { automationId });
  const failedRunId = await beginRun(person, automationId, cardId);
  await runDue(person.orgId, person.clock);
  await person.call(call.updateAutomation, { automationId, definition: buttonDefinition });
  await person.call(call.publishAutomation, { automationId });
  return { automationId, failedRunId, runId: await beginRun(person, automationId, cardId) };
}

const nothing: ExampleIds = {
  cardId: "",
  otherCardId: "",
  taskId: "",
  meetingId: "",
  guestId: "",
  commentId: "",
  communicationId: "",
  mailId: "",
  smsId: "",
  telephoneCallId: "",
  chatId: "",
  whatsappId: "",
  unsentWhatsappId: "",
  importFileId: "",
  operationId: "",
  typeId: "",
  relationFieldId: "",
  layoutId: "",
  viewId: "",
  taskViewId: "",
  templateId: "",
  templateRecordId: "",
  userId: "",
  roleId: "",
  fileId: "",
  recordId: "",
  endpointId: "",
  messageId: "",
  webhookId: "",
  callId: "",
  formId: "",
  submissionId: "",
  automationId: "",
  runId: "",
  failedRunId: "",
};
