import { tokenOfForm } from "../support/lead-forms.ts";
import { voipAccount } from "../support/voip.ts";
import { business } from "../support/whatsapp.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { tokenOf } from "@kartis/core/unsubscribes/rules.ts";
import { operations } from "@kartis/functions/api/rest/operations.ts";
import type { procedures } from "@kartis/functions/api/procedures.ts";
import type { World } from "./world.ts";

type Name = (typeof procedures)[number]["name"];

/** Inputs that work, of procedures whose schema alone would hardly ever lead to one. Those that the public API exposes have theirs in its document. */
const more = (world: World): Partial<Record<Name, readonly unknown[]>> => {
  const {
    cardId,
    otherCardId,
    taskId,
    meetingId,
    guestId,
    commentId,
    communicationId,
    mailId,
    fileId,
    typeId,
    layoutId,
    viewId,
    userId,
    roleId,
    recordId,
    templateId,
    templateRecordId,
  } = world.examples;
  const { telephoneCallId } = world;
  const { whatsappId, chatId } = world.conversation;
  const unsubscribe = isId("usr", userId) ? tokenOf({ userId, kind: "reminderMails" }) : "";
  const password = "a long enough one";
  const email = "hostile@example.com";
  const selection = { cardIds: [cardId, otherCardId] };
  return {
    "identity.signUp": [{ name: "Somebody", email, password, language: "he" }],
    "identity.signIn": [{ email, password }],
    "identity.requestCode": [{ email }],
    "identity.signInWithCode": [{ email, code: "123456" }],
    "identity.resetPassword": [{ email, code: "123456", password }],
    "identity.changePassword": [{ currentPassword: password, password }],
    "identity.confirmSignUp": [{ signUpToken: "x", code: "123456" }],
    "unsubscribes.find": [{ token: unsubscribe }],
    "unsubscribes.confirm": [{ token: unsubscribe }],
    "push.browsers": [{}],
    "push.add": [
      {
        endpoint: "https://fcm.googleapis.com/fcm/send/x",
        keys: {
          p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
      },
    ],
    "push.remove": [{ id: `ses_${"A".repeat(43)}` }],
    "profile.sendPhoneCode": [{}],
    "profile.verifyPhone": [{ code: "123456" }],
    "profile.update": [{ name: "Somebody", language: "ru", phone: "0501234567" }],
    "organizations.create": [{ name: "Firm", language: "hu", template: "empty" }],
    "organizations.createChild": [{ name: "Child", language: "en", template: "empty" }],
    "organizations.templates": [{ language: "en" }],
    "organizations.update": [
      {
        expectedVersion: 1,
        name: "Firm",
        phone: "",
        whatsappNumber: "",
        language: "en",
        timeZone: "Asia/Jerusalem",
        currency: "ILS",
        region: "IL",
      },
    ],
    "members.invite": [{ emails: [email], systemRole: "BASIC", roleId, language: "en" }],
    "members.setRole": [{ userId, systemRole: "ADMIN", roleId: null }],
    "members.setRoles": [{ userIds: [userId], systemRole: "ADMIN", roleId: null }],
    "members.suspend": [{ userIds: [userId] }],
    "members.reinstate": [{ userIds: [userId] }],
    "members.endSessions": [{ userId }],
    "members.requireTwoStep": [{ required: false }],
    "members.holdings": [{ userId }],
    "roles.viewAs": [{ roleId: null }],
    "family.findCode": [{ code: "AAAA-BBBB-CCCC-DDDD" }],
    "notifications.list": [{ filter: "unread", before: `${recordId}.taskAssigned`, limit: 1 }],
    "notifications.read": [{ ids: [`${recordId}.taskAssigned`] }, { until: `${recordId}.taskAssigned` }],
    "reminders.pending": [{ from: new Date(Date.now() - 3_600_000).toISOString() }],
    "reminders.answer": [{ activityId: taskId, remindAt: "2030-06-01T07:00:00.000Z", answer: "snooze" }],
    "activities.search": [
      { type: "TASK", reminder: { from: "2030-06-01T00:00:00Z", until: "2030-06-02T00:00:00+02:00" }, guests: [userId, cardId] },
    ],
    "timeline.list": [{ cardId, cursor: "2026-01-01T00:00:00.000Z act_1", order: "oldest" }],
    "timeline.top": [{ cardId }],
    "timeline.trash": [{ cardId, cursor: 5, limit: 2 }],
    "comments.create": [
      {
        cardId,
        body: [
          { type: "bullet", content: [{ text: "a", bold: true, link: "https://a.example" }, { member: userId }] },
          { type: "quote", content: [{ card: otherCardId }, { text: "b", code: true }] },
        ],
        attachments: [fileId],
        parentId: commentId,
      },
      { taskId, body: [{ type: "number", content: [{ text: "a" }, { member: userId }] }], attachments: [] },
    ],
    "comments.ofTask": [{ taskId }],
    "comments.react": [{ commentId, reaction: "HEART", on: true }],
    "comments.replies": [{ commentId }],
    "comments.versions": [{ commentId }],
    "communications.create": [{ type: "FACEBOOK", cardId, link: "https://facebook.com/x", happenedAt: "2026-01-01T00:00:00Z" }],
    "communications.update": [{ communicationId, seconds: 5, number: "0501234567", status: "answered" }],
    "templates.fill": [{ templateId, cardId }],
    "mails.send": [
      {
        cardId,
        to: [{ email, name: "Dana" }],
        cc: [{ email: "cc@example.com" }],
        bcc: [{ email: "bcc@example.com" }],
        subject: "Offer",
        body: [{ type: "bullet", content: [{ text: "a", bold: true, link: "https://a.example" }] }],
        attachments: [fileId],
        templateId,
      },
    ],
    "sms.settings": [{}],
    "sms.setMemberReminders": [{ isOn: true }],
    "sms.setQuietHours": [{ hours: { from: "22:00", until: "08:00" } }, { hours: null }],
    "sms.entries": [{ limit: 5 }],
    "sms.requestSender": [{ name: "Meridian", phone: "+972541234567" }, { name: "0541234567" }],
    "sms.verifySender": [{ senderId: "snd_01ARZ3NDEKTSV4RRFFQ69G5FAV", code: "123456" }],
    "sms.setDefaultSender": [{ senderId: "snd_01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
    "sms.removeSender": [{ senderId: "snd_01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
    "whatsapp.settings": [{}],
    "whatsapp.connect": [
      { phoneNumberId: "100200300400500", businessId: "500400300200100", token: "x", appSecret: "x", cardTypeId: typeId },
      { ...business, cardTypeId: typeId },
    ],
    "whatsapp.test": [{}],
    "whatsapp.templates": [{}],
    "whatsapp.options": [{ cardId }],
    "whatsapp.send": [
      { cardId, text: "Hello" },
      { cardId, fileId, text: "Hello" },
      { cardId, template: { name: "estimate_ready", language: "en", parameters: ["Dana", "The roof"] } },
    ],
    "whatsapp.update": [{ whatsappId, pinned: true }],
    "whatsapp.sendAgain": [{ whatsappId }],
    "whatsapp.dismiss": [{ whatsappId }],
    "whatsapp.remove": [{ whatsappId }],
    "whatsapp.restore": [{ whatsappId }],
    "voip.settings": [{}],
    "voip.connect": [{ provider: "voicenter", values: voipAccount }],
    "voip.test": [{}],
    "voip.extensions": [{}],
    "voip.setExtension": [{ userId, extension: "054-555-0187" }],
    "voip.standing": [{}],
    "voip.place": [{ number: "0501234567", cardId }, { number: "+36301234567" }],
    "voip.list": [{ folder: "callBack", direction: "IN", status: "missed", userId, query: "050", limit: 5 }],
    "voip.get": [{ callId: telephoneCallId }],
    "voip.current": [{}],
    "voip.members": [{ days: 30 }],
    "chats.list": [{ folder: "open", query: "hello", limit: 5 }],
    "chats.get": [{ chatId }],
    "chats.listMessages": [{ conversationSid: chatId, limit: 5 }],
    "chats.update": [{ chatId, assignedTo: userId, isClosed: false }],
    "chats.move": [{ chatId, cardId }],
    "chats.markRead": [{ chatId }],
    "gmail.settings": [{}],
    "gmail.connect": [{}],
    "gmail.update": [
      { sharing: "subject", blocked: ["bank.example", "a@b.example"], strangersTypeId: typeId, expectedVersion: 1 },
    ],
    "gmail.disconnect": [{ mails: "keep" }],
    "mails.update": [{ mailId, pinned: true }],
    "mails.remove": [{ mailId }],
    "mails.restore": [{ mailId }],
    "files.createUpload": [{ name: "a.txt", bytes: 1, purpose: "activity", activityId: taskId }],
    "tasks.create": [{ title: "Roof", due: "2030-01-01", cardId, attachments: [fileId] }],
    "tasks.export": [{ timeZone: "UTC", assignedTo: [userId, null], sort: "card", group: "assignee" }],
    "meetings.export": [{ from: "2030-01-01T00:00:00Z", until: "2030-02-01T00:00:00Z", timeZone: "UTC", userIds: [userId] }],
    "tasks.counts": [{ timeZone: "Asia/Jerusalem" }],
    "tasks.removeMany": [{ taskIds: [taskId] }],
    "tasks.restoreMany": [{ taskIds: [taskId] }],
    "meetings.update": [
      { meetingId, scope: "one", day: "2030-01-05", start: "2030-01-06T12:00", title: "Moved", participants: [userId] },
      { meetingId, scope: "following", day: "2030-01-10", minutes: 30, followingId: "act_01JZZZZZZZZZZZZZZZZZZZZZZZ" },
      {
        meetingId,
        repeat: { frequency: "month", every: 1, on: { by: "weekday", week: "last", weekday: "FR" }, ends: { type: "never" } },
      },
      { meetingId, guests: [{ id: guestId, email: "other@x.example" }, { cardId }], reminder: 15, notify: { invite: false } },
    ],
    "meetings.remove": [
      { meetingId, scope: "one", day: "2030-01-07" },
      { meetingId, scope: "following", day: "2030-03-01" },
    ],
    "meetings.restore": [{ meetingId, day: "2030-01-07" }],
    "meetings.reset": [{ meetingId, day: "2030-01-05" }],
    "meetings.get": [{ meetingId, day: "2030-01-08" }],
    "calendarFeed.get": [{}],
    "calendarFeed.renew": [{}],
    "calendarFeed.update": [{ includesTasks: true }],
    "calendarFeed.remove": [{}],
    "meetings.answer": [{ meetingId, guestId, rsvp: "DECLINED", day: "2030-01-09" }],
    "cards.asOf": [{ cardTypeId: typeId, at: "2030-01-01T00:00:00.000Z", sort: [{ fieldId: "name", direction: "asc" }] }],
    "cards.neighbours": [
      { cardTypeId: typeId, cardId },
      { cardId, sort: [{ fieldId: "name", direction: "asc" }] },
    ],
    "cards.related": [{ cardId }],
    "cards.explainAccess": [{ cardId, userId }],
    "cards.mergePreview": [{ survivorId: cardId, otherIds: [otherCardId] }],
    "cards.merge": [{ survivorId: cardId, otherIds: [otherCardId], choices: { name: otherCardId } }],
    "cards.create": [{ typeId, fields: { name: "New" }, namedBy: { cardId, fieldId: world.examples.relationFieldId } }],
    "cardTypes.create": [
      {
        draft: {
          name: "Kind",
          pluralName: "Kinds",
          hue: "red",
          fields: [
            { label: "Amount", type: "number", min: 1, max: 5, defaultValue: 2 },
            { label: "Choice", type: "singleSelect", options: [{ id: "a", label: "A", hue: "red" }], defaultValue: "a" },
            { label: "Site", type: "link", defaultValue: { url: "https://a.example", label: "A" } },
          ],
          statuses: [{ id: "open", label: "Open", hue: "blue" }],
        },
      },
    ],
    "cardTypes.preview": [{ typeId, fields: [{ id: "name", key: "name", label: "Name", type: "text", required: true }] }],
    "layouts.reorder": [{ typeId, layoutIds: [layoutId] }],
    "changes.undo": [{ recordId }],
    "bulk.preview": [
      { selection, change: { kind: "edit", fields: { name: "Bulk" } } },
      { selection: { query: { cardTypeId: typeId } }, change: { kind: "delete" } },
      {
        target: "tasks",
        selection: { query: { text: "roof", timeZone: "UTC" } },
        change: { kind: "edit", values: { due: "2030-01-02" } },
      },
      { target: "tasks", selection: { trash: { search: "roof" } }, change: { kind: "restore" } },
    ],
    "bulk.start": [
      { selection, change: { kind: "edit", fields: { name: "Bulk" } } },
      { selection: { query: { cardTypeId: typeId, search: "thing" } }, change: { kind: "edit", fields: { name: "Bulk" } } },
      { target: "tasks", selection: { taskIds: [taskId] }, change: { kind: "move", days: 1, timeZone: "Asia/Jerusalem" } },
      { target: "tasks", selection: { taskIds: [taskId] }, change: { kind: "edit", values: { assignedTo: userId } } },
    ],
    "templates.create": [
      {
        name: "Offer",
        channel: "mail",
        texts: {
          en: { subject: "Offer for {{ card.name }}", body: "Hello {% if recipient.name %}{{ recipient.name }}{% endif %}" },
        },
      },
    ],
    "templates.update": [
      { templateId: "TASK_EMAIL_REMINDER", texts: { he: { subject: "א", body: "{{ task.title | upcase }}" } } },
    ],
    "templates.version": [{ templateId, recordId: templateRecordId }],
    "templates.restore": [{ templateId, recordId: templateRecordId, expectedVersion: 1 }],
    "templates.preview": [{ channel: "sms", format: "plain", language: "he", body: "{{ card.name | there }}", cardId }],
    "views.create": [
      {
        typeId,
        name: "Mine",
        state: {
          filter: {
            all: [
              { fieldId: "name", operator: "CONTAINS", value: "a" },
              { any: [{ fieldId: "owner", operator: "IN", value: [userId] }] },
            ],
          },
          sort: [{ fieldId: "name", direction: "asc" }],
          columns: [{ fieldId: "name", width: 100 }],
        },
      },
    ],
    "taskViews.create": [
      {
        name: "Mine",
        state: {
          list: "team",
          assignedTo: [userId, null],
          priorities: ["HIGH", null],
          cardId,
          cardTypeId: typeId,
          dueFrom: -7,
          dueUntil: "2030-01-01",
          text: "offer",
          sort: "card",
          group: "assignee",
        },
      },
    ],
    "taskViews.reorder": [{ viewIds: [viewId] }],
    "views.reorder": [{ typeId, viewIds: [viewId] }],
    "imports.createUpload": [{ fileName: "contacts.csv", bytes: 100 }],
    "imports.suggestMapping": [{ typeId, headers: ["Name", "E-mail", "טלפון"] }],
    "imports.checkRows": [
      {
        typeId,
        mapping: [
          { column: 0, fieldId: "name" },
          ...world.fieldIds.slice(1, 20).map((fieldId, at) => ({ column: at + 1, fieldId })),
        ],
        rows: [{ line: 2, cells: ["A", ...world.words] }],
      },
      {
        typeId: "tasks",
        mapping: ["title", "due", "dueTime", "assignedTo", "cardId"].map((fieldId, column) => ({ column, fieldId })),
        rows: [{ line: 2, cells: ["A", "2031-01-02", "9:30", ...world.words.slice(0, 2)] }],
        timeZone: "Asia/Jerusalem",
      },
    ],
    "audit.search": [{ from: "2026-01-01T00:00:00.000Z", to: "9999-12-31T23:59:59Z" }],
    "dashboard.pipeline": [{ typeId }],
    "tokens.create": [{ name: "Another", grants: { "CARDS.read": "ORGANIZATION" }, expiresInDays: 30 }],
    "leadForms.create": [{ name: "Form", typeId }],
    "leadForms.update": [
      {
        formId: world.form.id,
        expectedVersion: world.form.version,
        design: { title: "Contact", fields: [{ fieldId: "name" }], redirect: "https://example.com/", consent: "I agree" },
      },
    ],
    "leadForms.open": [{ token: tokenOfForm(world.form) }],
    "leadForms.submit": [
      {
        token: tokenOfForm(world.form),
        submissionId: "0".repeat(16),
        answers: { name: "Dana" },
        consent: "I agree",
        opened: "1.a",
      },
    ],
    "automations.create": [{ cardTypeId: typeId, name: "Greeting", definition: greeting(templateId) }],
    "automations.try": [{ cardId, cardTypeId: typeId, definition: greeting(templateId) }],
    "leadForms.submissions": [{ formId: world.form.id }],
    "support.create": [{ title: "Help", description: "It does not\nwork" }],
    "support.contact": [
      { mainContact: "A", company: "B", email, phone: "+12125550100", description: "Hello", language: "en", website: "" },
    ],
  };
};

/** Sends a message template. */
const greeting = (templateId: string) => ({
  trigger: { kind: "cardCreated" },
  steps: [
    { id: "mail", kind: "action", action: { kind: "sendEmail", templateId, fieldId: "email" } },
    { id: "sms", kind: "action", action: { kind: "sendSms", templateId } },
  ],
});

/** Whole inputs of the procedure that work, or nearly do. */
export function examplesOf(name: Name, world: World): readonly unknown[] {
  const exposed = operations.filter(({ id }) => id === name).map(({ example }) => example(world.examples));
  return [...exposed, ...(more(world)[name] ?? [])];
}
