import { connectProvider, missedCall } from "../support/voip-call.ts";
import { connectNumber, openChat } from "../support/whatsapp-number.ts";
import { proveSender } from "../support/sms-sender.ts";
import { handler } from "@kartis/functions/api/handler.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { rawValues } from "@kartis/core/cards/fields/arbitraries.fixture.ts";
import { type FieldType, registeredFieldTypes } from "@kartis/core/cards/fields/registry.ts";
import type { ExampleIds } from "@kartis/functions/api/rest/exposure.ts";
import { isAskable } from "@kartis/core/lead-forms/rules.ts";
import type { LeadForm } from "@kartis/core/lead-forms/schema.ts";
import { callOnce, settleIncoming } from "../support/incoming-webhooks.ts";
import { publishForm, submitOnce } from "../support/lead-forms.ts";
import { features } from "@kartis/core/kernel/feature.ts";
import { allGrants } from "@kartis/core/kernel/permission.ts";
import fc from "fast-check";
import { switchOn } from "../support/features.ts";
import { storeFile } from "../support/files.ts";
import { beginRun, publishButton } from "../support/automation.ts";
import { fanOutLatest, webhooksPlace } from "../support/webhooks.ts";
import { named, newMember, newOwner, type Owner } from "../support/people.ts";
import type { Known } from "./from-schema.ts";

export interface World extends Known {
  readonly owner: Owner;
  /** A token of the public API with every permission. */
  readonly token: string;
  /** Records that the document's examples refer to. */
  readonly examples: ExampleIds;
  /** A published form that asks for every field a form may ask for. */
  readonly form: LeadForm;
  /** A telephone call. */
  readonly telephoneCallId: string;
  /** One on WhatsApp. */
  readonly conversation: { readonly whatsappId: string; readonly chatId: string };
}

/** An organization with one of everything, among it a card type that has a field of each type. */
export async function newWorld(): Promise<World> {
  const owner = await newOwner({ phone: "+972 50 234 5678" });
  for (const feature of features) await switchOn(owner, feature);
  const call = <Name extends (typeof procedures)[number]["name"]>(name: Name) => named(procedures, name);
  const made = await owner.call(call("cardTypes.create"), { draft: { name: "Thing", pluralName: "Things", hue: "slate" } });
  const option = (id: string) => ({ id, label: id, hue: "blue" as const });
  const { type } = await owner.call(call("cardTypes.updateFields"), {
    typeId: made.id,
    expectedVersion: made.version,
    fields: [
      ...made.fields,
      ...registeredFieldTypes.map((kind) => ({ label: `A ${kind}`, type: kind, options: ["one", "two"].map(option) })),
    ],
  });
  const member = await newMember(owner, { systemRole: "ADMIN" });
  const phoneField = type.fields.find((field) => field.type === "phone")?.id ?? "";
  const card = await owner.call(call("cards.create"), {
    typeId: type.id,
    fields: { name: "A thing", [phoneField]: "+972501234567" },
  });
  const other = await owner.call(call("cards.create"), { typeId: type.id, fields: { name: "Another thing" } });
  const trashed = await owner.call(call("cards.create"), { typeId: type.id, fields: { name: "Trash" } });
  await owner.call(call("cards.remove"), { cardId: trashed.id });
  const layout = await owner.call(call("layouts.create"), { typeId: type.id, layout: { title: "Second", groups: [] } });
  const view = await owner.call(call("views.create"), { typeId: type.id, name: "View", isPrivate: false, state: {} });
  const template = await owner.call(call("templates.create"), {
    name: "Offer",
    channel: "mail",
    texts: { en: { subject: "Offer", body: "Hello {{ recipient.name | there }}" } },
  });
  const role = await owner.call(call("roles.create"), { name: "Role", grants: {} });
  const token = await owner.call(call("tokens.create"), { name: "Test", grants: allGrants, expiresInDays: 1 });
  const hook = await owner.call(call("webhooks.create"), { url: webhooksPlace, events: ["task.created"] });
  const fields = type.fields.filter(isAskable).map(({ id }) => ({ fieldId: id, label: "", help: "", required: false }));
  const form = await publishForm(owner, type.id, { fields });
  const webhook = await owner.call(call("incomingWebhooks.create"), { name: "Landing page", typeId: type.id });
  const callId = await callOnce(owner, webhook, { name: "Dana" });
  await submitOnce(owner, form, { name: "Dana" }, { website: "robot" });
  await settleIncoming(owner);
  const [submission] = (await owner.call(call("leadForms.submissions"), { formId: form.id })).calls;
  const task = await owner.call(call("tasks.create"), { title: "To do", due: "2030-01-01", cardId: card.id });
  const body = [{ type: "paragraph" as const, content: [{ text: "Hello" }] }];
  const comment = await owner.call(call("comments.create"), { cardId: card.id, body });
  const logged = await owner.call(call("communications.create"), { type: "CALL", cardId: card.id });
  const mail = await owner.call(call("mails.send"), {
    cardId: card.id,
    to: [{ email: "dana@x.example" }],
    subject: "Offer",
    body,
  });
  await proveSender(owner);
  const sms = await owner.call(call("sms.send"), { cardId: card.id, text: "Hello" });
  await connectProvider(owner);
  const telephoneCallId = await missedCall(owner, { number: "+972501234567", cardId: card.id });
  await connectNumber(owner);
  const { chatId, whatsappId } = await openChat(owner, { cardId: card.id, phone: "+972501234567" });
  const taskView = await owner.call(call("taskViews.create"), { name: "Ours", isPrivate: false, state: {} });
  const meeting = await owner.call(call("meetings.create"), {
    title: "Site visit",
    start: "2030-01-01T10:00",
    guests: [{ email: "guest@x.example" }, { cardId: other.id }],
    repeat: { frequency: "day", every: 1, ends: { type: "never" } },
    cardId: card.id,
  });
  const { operationId } = await owner.call(call("cards.export"), { cardTypeId: type.id });
  const fileId = await storeFile(owner, { name: "a.txt", content: "hello", cardId: card.id });
  await fanOutLatest(owner.orgId, owner.clock);
  const automationId = await publishButton(owner, type.id);
  const runId = await beginRun(owner, automationId, card.id);
  const { deliveries } = await owner.call(call("webhooks.deliveries"), { endpointId: hook.id });
  const ids: Record<string, readonly string[]> = {
    crd: [card.id, other.id, trashed.id],
    typ: [type.id],
    usr: [owner.userId, member.userId],
    org: [owner.orgId],
    lay: [layout.id],
    viw: [view.id, taskView.id],
    rol: [role.id],
    tkn: [token.id],
    hok: [hook.id],
    frm: [form.id],
    inw: [webhook.id],
    aut: [automationId],
    run: [runId],
    tpl: [template.id],
    fil: [fileId],
    act: [task.id, meeting.id, comment.id, logged.id, sms.id, whatsappId],
    cht: [chatId],
    cal: [telephoneCallId],
    record: [card.recordId ?? ""],
  };
  const options = fc.constantFrom("one", "two");
  const files = fc.constant([{ fileId }]);
  const known: Partial<Record<FieldType, fc.Arbitrary<unknown>>> = {
    singleSelect: options,
    radio: options,
    multiSelect: fc.array(options, { minLength: 1 }),
    user: fc.constantFrom(owner.userId, member.userId),
    cardRelation: fc.constantFrom([card.id], [other.id]),
    file: files,
    image: files,
  };
  return {
    owner,
    token: token.secret,
    form,
    ids,
    values: Object.fromEntries(type.fields.map((field) => [field.id, known[field.type] ?? rawValues[field.type]])),
    fieldIds: [...type.fields.map((field) => field.id), "createdAt", "updatedAt", "avatar", "nothing"],
    conversation: { whatsappId, chatId },
    telephoneCallId,
    examples: {
      telephoneCallId,
      cardId: card.id,
      otherCardId: other.id,
      taskId: task.id,
      meetingId: meeting.id,
      guestId: meeting.guests[0]?.id ?? "",
      commentId: comment.id,
      communicationId: logged.id,
      mailId: mail.id,
      smsId: sms.id,
      chatId,
      whatsappId,
      unsentWhatsappId: whatsappId,
      importFileId: fileId,
      operationId,
      typeId: type.id,
      relationFieldId: type.fields.find((field) => field.type === "cardRelation")?.id ?? "",
      layoutId: layout.id,
      viewId: view.id,
      taskViewId: taskView.id,
      templateId: template.id,
      templateRecordId: template.recordId ?? "",
      userId: member.userId,
      roleId: role.id,
      fileId,
      recordId: card.recordId ?? "",
      endpointId: hook.id,
      messageId: deliveries[0]?.messageId ?? "",
      automationId,
      runId,
      failedRunId: runId,
      webhookId: webhook.id,
      callId,
      formId: form.id,
      submissionId: submission?.id ?? "",
    },
    words: ["A thing", "one", "open", "Ltd", "שלום", "0501234567", "2026-11-20", "en", "he"],
  };
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly routeKey: string;
  readonly query?: string;
  /** Raw body, not yet JSON. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly pathParameters?: Readonly<Record<string, string>>;
  /** Whence it comes; attempts are counted by it. */
  readonly address?: string;
}

/** Sends the request to the Lambda as API Gateway does, and returns its answer. */
export async function ask({
  method,
  path,
  routeKey,
  query = "",
  body,
  headers = {},
  cookies = [],
  pathParameters,
  address,
}: Request) {
  const answer = await handler({
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    cookies: [...cookies],
    requestContext: {
      accountId: "",
      apiId: "",
      domainName: "",
      domainPrefix: "",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: address ?? "10.9.9.9", userAgent: headers["user-agent"] ?? "test" },
      requestId: "",
      routeKey,
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    isBase64Encoded: false,
    ...(pathParameters ? { pathParameters: { ...pathParameters } } : {}),
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.statusCode ?? 0, text: answer.body ?? "", headers: answer.headers ?? {} };
}

/** More by HOSTILE_RUNS, the same again by HOSTILE_SEED; a failure prints its seed. */
export const runs = (usual: number) => {
  const { HOSTILE_RUNS, HOSTILE_SEED } = process.env;
  return {
    numRuns: HOSTILE_RUNS ? Number(HOSTILE_RUNS) : usual,
    ...(HOSTILE_SEED ? { seed: Number(HOSTILE_SEED) } : {}),
    // A request takes milliseconds, and shrinking thousands of them is a matter of minutes.
    interruptAfterTimeLimit: 100_000,
  };
};
