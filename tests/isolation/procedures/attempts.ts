import { buttonDefinition } from "../../support/automation.ts";
import type { procedures } from "@kartis/functions/api/procedures.ts";

/** Data of the other organization that must not leak. */
export interface Theirs {
  readonly orgId: string;
  readonly userId: string;
  readonly typeId: string;
  readonly nameFieldId: string;
  readonly cardId: string;
  readonly taskId: string;
  readonly meetingId: string;
  readonly commentId: string;
  readonly communicationId: string;
  readonly mailId: string;
  readonly smsId: string;
  readonly senderId: string;
  readonly whatsappId: string;
  readonly chatId: string;
  readonly guestId: string;
  readonly fileId: string;
  /** A lasting one, on their card. */
  readonly storedFileId: string;
  readonly operationId: string;
  readonly recordId: string;
  readonly viewId: string;
  readonly taskViewId: string;
  readonly templateId: string;
  readonly roleId: string;
  readonly tokenId: string;
  /** An effect of theirs that waits for a decision. */
  readonly effectId: string;
  readonly automationId: string;
  readonly runId: string;
  readonly endpointId: string;
  readonly incomingWebhookId: string;
  /** A call to it. */
  readonly callId: string;
  readonly leadFormId: string;
  /** A message that their endpoint is to get. */
  readonly messageId: string;
  readonly telephoneCallId: string;
}

/** Stands in everything the other organization has. */
export const marker = "Zyxqvutsecret";
export const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];

const year = { from: "2030-01-01T00:00:00Z", until: "2030-12-31T00:00:00Z" };
const january = { from: "2030-01-01T00:00:00Z", until: "2030-01-02T00:00:00Z" };
const strangerId = "crd_01ARZ3NDEKTSV4RRFFQ69G5FAV";

const forgedToken = ({ orgId, meetingId }: Theirs): string => `${orgId.slice(4)}${meetingId.slice(4)}${"A".repeat(32)}gst_x`;

const forgedForm = ({ orgId, leadFormId }: Theirs) => ({
  token: `${orgId}.${leadFormId}.${"A".repeat(32)}`,
  submissionId: "A".repeat(16),
  answers: { name: "Intruder" },
  opened: "1",
});

type Attempt = (theirs: Theirs, ownCardId: string) => readonly unknown[];

/** For each procedure, calls that try to reach the other organization's data by id. */
export const attempts: Readonly<Record<(typeof procedures)[number]["name"], Attempt>> = {
  "identity.signUp": () => [],
  "identity.confirmSignUp": () => [],
  "identity.resetPassword": () => [],
  "identity.signIn": () => [],
  "identity.requestCode": () => [],
  "identity.signInWithCode": () => [],
  "identity.signOut": () => [],
  "identity.completeSignIn": () => [],
  "identity.secondFactor": () => [{}],
  "identity.startTotp": () => [],
  "identity.enableTotp": () => [],
  "identity.renewRecoveryCodes": () => [],
  "identity.disableTotp": () => [],
  "identity.startPasskeySignIn": () => [],
  "identity.signInWithPasskey": () => [],
  "identity.startPasskeySecondStep": () => [],
  "identity.completeSignInWithPasskey": () => [],
  "identity.passkeys": () => [{}],
  "identity.startPasskey": () => [],
  "identity.addPasskey": () => [],
  "identity.renamePasskey": () => [],
  "identity.removePasskey": () => [],
  "identity.sessions": () => [{}],
  "identity.endSession": () => [],
  "identity.endOtherSessions": () => [{}],
  "identity.signInOptions": () => [{}],
  "identity.me": () => [{}],
  "identity.changePassword": () => [{ currentPassword: "not the password", password: "a long enough one" }],
  "profile.get": () => [{}],
  "push.browsers": () => [{}],
  "push.add": () => [
    {
      endpoint: "https://fcm.googleapis.com/fcm/send/x",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
  ],
  "push.remove": () => [{ id: `ses_${"A".repeat(43)}` }],
  "profile.update": () => [{ language: "en" }],
  "profile.setAvatar": ({ fileId, storedFileId }) => [{ fileId }, { fileId: storedFileId }],
  "account.ending": () => [{}],
  "account.export": () => [{}],
  "account.delete": () => [],
  "identity.switchOrganization": ({ orgId }) => [{ orgId }],
  "organizations.templates": () => [{ language: "en" }],
  "organizations.create": () => [],
  "members.list": () => [{}],
  "members.details": () => [{}],
  "members.visitors": () => [{}],
  "members.setRole": ({ userId, roleId }) => [
    { userId, systemRole: "ADMIN", roleId: null },
    { userId, systemRole: "BASIC", roleId },
  ],
  "members.setRoles": ({ userId, roleId }) => [
    { userIds: [userId], systemRole: "ADMIN", roleId: null },
    { userIds: [userId], systemRole: "BASIC", roleId },
  ],
  "members.suspend": ({ userId }) => [{ userIds: [userId] }],
  "members.reinstate": ({ userId }) => [{ userIds: [userId] }],
  "members.endSessions": ({ userId }) => [{ userId }],
  "members.security": () => [{}],
  "members.requireTwoStep": () => [],
  "organizations.settings": () => [{}],
  "organizations.update": () => [],
  "organizations.createChild": () => [],
  "family.get": () => [{}],
  "family.createCode": () => [],
  "family.findCode": () => [{ code: "AAAA-BBBB-CCCC-DDDD" }],
  "family.attach": () => [{ code: "AAAA-BBBB-CCCC-DDDD" }],
  "family.detach": ({ orgId }) => [{}, { childId: orgId }],
  "family.grant": ({ orgId, roleId }) => [
    { childId: orgId, holder: "ADMIN", roleId },
    { childId: orgId, holder: roleId, roleId },
  ],
  "family.revoke": ({ roleId }) => [{ holder: roleId, isRevoked: true }],
  "organizations.holdings": () => [{}],
  "organizations.remove": () => [{ name: "Not its name" }],
  "organizations.transfer": ({ userId }) => [{ userId }],
  "members.invitations": () => [{}],
  "members.invite": ({ roleId }) => [{ emails: ["intruder@x.example"], systemRole: "BASIC", roleId, language: "en" }],
  "members.resendInvitation": () => [{ email: "theirs@x.example" }],
  "members.revokeInvitation": () => [{ email: "theirs@x.example" }],
  "members.holdings": ({ userId }) => [{ userId }],
  "members.remove": ({ userId }) => [{ userId, heirId: null }],
  "invitations.find": ({ orgId }) => [{ token: `${orgId}.x.y` }],
  "invitations.accept": ({ orgId }) => [{ token: `${orgId}.x.y` }],
  "invitations.acceptAsNew": () => [],
  "roles.list": () => [{}],
  "roles.create": () => [],
  "roles.update": ({ roleId }) => [{ roleId, expectedVersion: 1, name: "intruder" }],
  "roles.remove": ({ roleId }) => [{ roleId }],
  "roles.viewAs": ({ roleId }) => [{ roleId }],
  "tasks.list": ({ userId, cardId, typeId }) => [
    { timeZone: "UTC" },
    { timeZone: "UTC", assignedTo: [userId] },
    { timeZone: "UTC", cardId },
    { timeZone: "UTC", cardTypeId: typeId },
    { timeZone: "UTC", text: marker },
  ],
  "tasks.counts": () => [{ timeZone: "UTC" }],
  "activities.search": ({ userId, cardId }) => [
    { type: "TASK" },
    { type: "TASK", assignedTo: userId },
    { type: "TASK", guests: [userId, cardId] },
    { type: "TASK", cardId },
  ],
  "notifications.list": () => [{}],
  "notifications.read": ({ recordId }) => [{ ids: [`${recordId}.taskAssigned`] }, { until: `${recordId}.taskAssigned` }],
  "reminders.pending": () => [{}],
  "reminders.answer": ({ taskId }) => [{ activityId: taskId, remindAt: "2030-01-01T00:00:00.000Z", answer: "dismiss" }],
  "tasks.get": ({ taskId }) => [{ taskId }],
  "tasks.create": ({ userId, cardId, storedFileId }) => [
    { title: "Mine", due: "2030-01-01", cardId },
    { title: "Mine", due: "2030-01-01", assignedTo: userId },
    { title: "Mine", due: "2030-01-01", attachments: [storedFileId] },
  ],
  "tasks.update": ({ taskId }) => [{ taskId, title: "Taken" }],
  "tasks.updateMany": ({ taskId }) => [{ changes: [{ taskId, done: true }] }],
  "tasks.remove": ({ taskId }) => [{ taskId }],
  "tasks.removeMany": ({ taskId }) => [{ taskIds: [taskId] }],
  "tasks.restore": ({ taskId }) => [{ taskId }],
  "tasks.restoreMany": ({ taskId }) => [{ taskIds: [taskId] }],
  "tasks.trash": () => [{}, { search: marker }],
  "meetings.range": ({ userId, cardId }) => [
    { ...year, timeZone: "UTC" },
    { ...year, timeZone: "UTC", userIds: [userId] },
    { ...year, timeZone: "UTC", cardId },
  ],
  "meetings.get": ({ meetingId }) => [{ meetingId }],
  "meetings.create": ({ userId, cardId, storedFileId }) => [
    { title: "Mine", start: "2030-01-01T10:00Z", cardId },
    { title: "Mine", start: "2030-01-01T10:00Z", participants: [userId] },
    { title: "Mine", start: "2030-01-01T10:00Z", guests: [{ cardId }] },
    { title: "Mine", start: "2030-01-01T10:00Z", attachments: [storedFileId] },
  ],
  "meetings.update": ({ meetingId }) => [{ meetingId, title: "Taken" }],
  "meetings.remove": ({ meetingId }) => [{ meetingId }],
  "meetings.restore": ({ meetingId }) => [{ meetingId }],
  "meetings.reset": ({ meetingId }) => [{ meetingId, day: "2030-01-07" }],
  "meetings.answer": ({ meetingId, guestId }) => [{ meetingId, guestId, rsvp: "ACCEPTED" }],
  "meetings.busy": ({ userId }) => [{ userIds: [userId], ...january }],
  "meetings.freeTimes": ({ userId }) => [{ userIds: [userId], ...january, minutes: 60, timeZone: "UTC", limit: 100 }],
  "meetings.trash": () => [{}, { search: marker }],
  "timeline.list": ({ cardId }) => [{ cardId }, { cardId, channels: ["comments"], order: "oldest" }],
  "timeline.top": ({ cardId }) => [{ cardId }],
  "timeline.trash": ({ cardId }) => [{ cardId }],
  "timeline.typing": ({ cardId }) => [{ cardId }],
  "comments.create": ({ cardId, commentId, taskId, userId, storedFileId }, ownCardId) => [
    { cardId, body: said("Mine") },
    { taskId, body: said("Mine") },
    { cardId: ownCardId, body: said("Mine"), parentId: commentId },
    { cardId: ownCardId, body: [{ type: "paragraph", content: [{ member: userId }] }] },
    { cardId: ownCardId, body: [{ type: "paragraph", content: [{ card: cardId }] }] },
    { cardId: ownCardId, body: said("Mine"), attachments: [storedFileId] },
  ],
  "comments.update": ({ commentId }) => [
    { commentId, body: said("Taken") },
    { commentId, pinned: true },
  ],
  "comments.react": ({ commentId }) => [{ commentId, reaction: "LIKE", on: true }],
  "comments.remove": ({ commentId }) => [{ commentId }],
  "comments.restore": ({ commentId }) => [{ commentId }],
  "comments.replies": ({ commentId }) => [{ commentId }],
  "comments.ofTask": ({ taskId }) => [{ taskId }],
  "comments.versions": ({ commentId }) => [{ commentId }],
  "communications.create": ({ cardId }) => [{ type: "CALL", cardId, note: "Mine" }],
  "communications.update": ({ communicationId }) => [{ communicationId, note: "Taken" }],
  "communications.remove": ({ communicationId }) => [{ communicationId }],
  "communications.restore": ({ communicationId }) => [{ communicationId }],
  "templates.fill": ({ templateId, cardId }, ownCardId) => [
    { templateId, cardId },
    { templateId, cardId: ownCardId },
  ],
  "sms.settings": () => [{}],
  "sms.entries": () => [{}],
  "sms.requestSender": () => [{ name: "Mine", phone: "+972541234567" }],
  "sms.verifySender": ({ senderId }) => [{ senderId, code: "123456" }],
  "sms.setDefaultSender": ({ senderId }) => [{ senderId }],
  "sms.removeSender": ({ senderId }) => [{ senderId }],
  "sms.options": ({ cardId }) => [{ cardId }],
  "meetings.smsToGuests": ({ cardId }) => [
    { title: "Mine", start: "2030-06-03T10:00:00Z", guests: [{ cardId }], kinds: ["invited"] },
  ],
  "sms.send": ({ cardId, senderId }, ownCardId) => [
    { cardId, text: "Mine" },
    { cardId: ownCardId, text: "Mine", senderId },
  ],
  "sms.setOptOut": ({ cardId }) => [{ cardId, phone: "+972501234567", isOptedOut: true }],
  "sms.update": ({ smsId }) => [{ smsId, pinned: true }],
  "sms.remove": ({ smsId }) => [{ smsId }],
  "sms.restore": ({ smsId }) => [{ smsId }],
  "whatsapp.settings": () => [{}],
  "whatsapp.connect": ({ typeId }) => [
    { phoneNumberId: "100200300", businessId: "100200300", token: "x", appSecret: "x", cardTypeId: typeId },
  ],
  "whatsapp.test": () => [{}],
  "whatsapp.disconnect": () => [{}],
  "whatsapp.templates": () => [{}],
  "whatsapp.options": ({ cardId }) => [{ cardId }],
  "whatsapp.send": ({ cardId, whatsappId, storedFileId }, ownCardId) => [
    { cardId, text: "Mine" },
    { cardId: ownCardId, text: "Mine", answers: whatsappId },
    { cardId: ownCardId, fileId: storedFileId },
  ],
  "whatsapp.update": ({ whatsappId }) => [{ whatsappId, pinned: true }],
  "whatsapp.sendAgain": ({ whatsappId }) => [{ whatsappId }],
  "whatsapp.dismiss": ({ whatsappId }) => [{ whatsappId }],
  "whatsapp.remove": ({ whatsappId }) => [{ whatsappId }],
  "whatsapp.restore": ({ whatsappId }) => [{ whatsappId }],
  "gmail.settings": () => [{}],
  "gmail.connect": () => [{}],
  "gmail.update": ({ typeId }) => [{ strangersTypeId: typeId, expectedVersion: 1 }],
  "gmail.disconnect": () => [{ mails: "keep" }],
  "voip.settings": () => [{}],
  "voip.connect": () => [{ provider: "voicenter", values: { code: "x", logCode: "x" } }],
  "voip.test": () => [{}],
  "voip.disconnect": () => [{}],
  "voip.standing": () => [{}],
  "voip.place": ({ cardId, telephoneCallId }) => [
    { number: "+972501234567", cardId },
    { number: "+972501234567", callId: telephoneCallId },
  ],
  "voip.handle": ({ telephoneCallId }) => [
    { callId: telephoneCallId, isHandled: true },
    { callId: telephoneCallId, isHandled: false },
  ],
  "voip.list": ({ userId }) => [{}, { query: marker }, { userId }],
  "voip.get": ({ telephoneCallId }) => [{ callId: telephoneCallId }],
  "voip.current": () => [{}],
  "voip.members": () => [{}],
  "chats.list": () => [{}, { query: marker }],
  "chats.get": ({ chatId }) => [{ chatId }],
  "chats.listMessages": ({ chatId }) => [{ conversationSid: chatId }],
  "chats.update": ({ chatId, userId }) => [
    { chatId, isClosed: true },
    { chatId, assignedTo: userId },
  ],
  "chats.markRead": ({ chatId }) => [{ chatId }],
  "mails.send": ({ cardId, mailId, templateId }, ownCardId) => [
    { cardId, to: [{ email: "dana@x.example" }], subject: "Mine", body: said("Mine") },
    { cardId: ownCardId, to: [{ email: "dana@x.example" }], subject: "Mine", body: said("Mine"), answers: mailId },
    { cardId: ownCardId, to: [{ email: "dana@x.example" }], subject: "Mine", body: said("Mine"), templateId },
  ],
  "mails.update": ({ mailId }) => [{ mailId, pinned: true }],
  "mails.remove": ({ mailId }) => [{ mailId }],
  "mails.restore": ({ mailId }) => [{ mailId }],
  // With a signature of nobody's; what a real one opens is tested beside it.
  "calendarFeed.get": () => [{}],
  "calendarFeed.renew": () => [{}],
  "calendarFeed.update": () => [{ includesTasks: true }],
  "calendarFeed.remove": () => [{}],
  "rsvp.find": (theirs) => [{ token: forgedToken(theirs) }],
  "rsvp.calendar": (theirs) => [{ token: forgedToken(theirs) }],
  "rsvp.answer": (theirs) => [{ token: forgedToken(theirs), rsvp: "DECLINED" }],
  "unsubscribes.find": ({ userId }) => [{ token: `${userId.slice(4)}${"A".repeat(32)}unreadMails` }],
  "unsubscribes.confirm": ({ userId }) => [{ token: `${userId.slice(4)}${"A".repeat(32)}unreadMails` }],
  "cards.types": () => [{}],
  "cardTypes.create": ({ typeId }) => [
    {
      draft: {
        name: "Intruder",
        pluralName: "Intruders",
        hue: "red",
        relationViews: [{ id: "a", title: "A", fieldId: "name", typeId }],
      },
    },
  ],
  "cardTypes.update": ({ typeId }) => [{ typeId, expectedVersion: 1, changes: { name: "intruder" } }],
  "cardTypes.updateFields": ({ typeId }) => [{ typeId, expectedVersion: 1, fields: [] }],
  "cardTypes.preview": ({ typeId }) => [{ typeId, fields: [] }],
  "cardTypes.remove": ({ typeId }) => [{ typeId }],
  "cardTypes.reorder": ({ typeId }) => [{ typeIds: [typeId] }],
  "layouts.list": ({ typeId }) => [{ typeId }],
  "layouts.create": ({ typeId }) => [{ typeId, layout: { title: "Intruder", groups: [] } }],
  "layouts.update": ({ typeId }) => [
    { typeId, layoutId: typeId.replace("typ_", "lay_"), expectedVersion: 0, changes: { title: "intruder" } },
  ],
  "layouts.remove": ({ typeId }) => [{ typeId, layoutId: typeId.replace("typ_", "lay_") }],
  "layouts.reorder": ({ typeId }) => [{ typeId, layoutIds: [typeId.replace("typ_", "lay_")] }],
  "cards.search": ({ typeId }) => [{}, { cardTypeId: typeId }, { cardTypeId: typeId, search: marker }, { search: marker }],
  "cards.group": ({ typeId }) => [{ cardTypeId: typeId, by: "status" }],
  "cards.namedIn": () => [{ text: `Call ${marker}` }],
  "cards.freeSearch": ({ typeId }) => [{ query: marker }, { query: marker, cardTypeIds: [typeId] }],
  "cards.asOf": ({ typeId }) => [
    { cardTypeId: typeId, at: new Date().toISOString() },
    { cardTypeId: typeId, at: "2020-01-01T00:00:00.000Z", search: marker },
  ],
  "cards.neighbours": ({ typeId, cardId }) => [{ cardTypeId: typeId, cardId }, { cardId }],
  "cards.get": ({ cardId }) => [{ id: cardId }],
  "cards.create": ({ typeId, cardId }) => [
    { typeId, fields: { name: "intruder" } },
    { typeId, cardId, fields: { name: "intruder" } },
  ],
  "cards.update": ({ cardId }) => [{ cardId, fields: { name: "intruder" } }],
  "cards.link": ({ cardId }) => [
    { cardId, fieldId: "name", targetId: cardId },
    { cardId: strangerId, fieldId: "name", targetId: cardId },
  ],
  "cards.unlink": ({ cardId }) => [{ cardId, fieldId: "name", targetId: cardId }],
  "cards.related": ({ cardId }) => [{ cardId }],
  "cards.updateMany": ({ cardId }) => [{ changes: [{ cardId, fields: { name: "intruder" } }] }],
  "cards.remove": ({ cardId }) => [{ cardId }],
  "cards.restore": ({ cardId }) => [{ cardId }],
  "personalData.preview": ({ cardId }) => [{ cardId }],
  "personalData.export": ({ cardId }) => [{ cardId }],
  "personalData.erase": ({ cardId }) => [{ cardId }],
  "cards.purge": ({ cardId }) => [{ cardId }],
  "cards.checkDuplicate": ({ typeId }) => [{ cardTypeId: typeId, name: marker, fields: { name: marker } }],
  "cards.explainAccess": ({ cardId, userId }) => [{ cardId, userId }],
  "cards.history": ({ cardId }) => [{ cardId }],
  "cards.trash": () => [{}, { search: marker }],
  "cards.mergePreview": ({ cardId }) => [{ survivorId: cardId, otherIds: ["crd_01J9ZZZZZZZZZZZZZZZZZZZZZZ"] }],
  "cards.merge": ({ cardId }) => [{ survivorId: cardId, otherIds: ["crd_01J9ZZZZZZZZZZZZZZZZZZZZZZ"] }],
  "cards.merges": ({ cardId }) => [{ cardId }],
  "cards.unmergePreview": ({ recordId }) => [{ recordId }],
  "cards.unmerge": ({ recordId }) => [{ recordId }],
  "changes.undo": ({ recordId }) => [{ recordId }],
  "changes.previewRevert": ({ operationId }) => [{ operationId }],
  "changes.revert": ({ operationId }) => [{ operationId }],
  "bulk.preview": ({ typeId, cardId, taskId }) => [
    { selection: { cardIds: [cardId] }, change: { kind: "delete" } },
    { selection: { query: { cardTypeId: typeId } }, change: { kind: "edit", fields: { name: "intruder" } } },
    { target: "tasks", selection: { taskIds: [taskId] }, change: { kind: "edit", values: { done: true } } },
    { target: "tasks", selection: { query: { text: marker, timeZone: "UTC" } }, change: { kind: "delete" } },
    { target: "tasks", selection: { trash: { search: marker } }, change: { kind: "restore" } },
  ],
  "bulk.start": ({ cardId, taskId, meetingId }) => [
    { target: "meetings", selection: { meetings: [{ meetingId }] }, change: { kind: "delete" } },
    { selection: { cardIds: [cardId] }, change: { kind: "edit", fields: { name: "intruder" } } },
    { target: "tasks", selection: { taskIds: [taskId] }, change: { kind: "move", days: 1, timeZone: "UTC" } },
  ],
  "templates.list": () => [{}],
  "templates.create": ({ typeId, roleId, storedFileId }) => [
    { name: "intruder", channel: "mail", cardTypeId: typeId, texts: { en: { subject: "a", body: "b" } } },
    { name: "intruder", channel: "mail", roleId, texts: { en: { subject: "a", body: "b" } } },
    { name: "intruder", channel: "mail", attachments: [storedFileId], texts: { en: { subject: "a", body: "b" } } },
  ],
  "templates.update": ({ typeId, templateId, storedFileId }) => [
    { templateId, texts: { en: { subject: "a", body: "b" } } },
    { templateId: `TASK_EMAIL_REMINDER.${typeId}`, isOn: false },
    { templateId: "TASK_EMAIL_REMINDER", attachments: [storedFileId] },
  ],
  "templates.remove": ({ templateId }) => [{ templateId }],
  "templates.versions": ({ templateId, typeId }) => [{ templateId }, { templateId: `TASK_EMAIL_REMINDER.${typeId}` }],
  "templates.version": ({ templateId, recordId }) => [
    { templateId, recordId },
    { templateId: "TASK_EMAIL_REMINDER", recordId },
  ],
  "templates.restore": ({ templateId, recordId }) => [
    { templateId, recordId },
    { templateId: "TASK_EMAIL_REMINDER", recordId },
  ],
  "templates.usage": ({ templateId, typeId }) => [{ templateId }, { templateId: `TASK_EMAIL_REMINDER.${typeId}` }],
  "templates.variables": ({ typeId }) => [{ cardTypeId: typeId }],
  "templates.sendTest": ({ cardId, storedFileId }) => [
    { channel: "mail", format: "plain", language: "en", subject: "a", body: "b", attachments: [storedFileId] },
    { channel: "mail", format: "plain", language: "en", subject: "a", body: "{{ card.name }}", cardId },
  ],
  "templates.preview": ({ cardId, typeId }) => [
    { channel: "mail", format: "plain", language: "en", body: "{{ card.name }}", cardId },
    { channel: "mail", format: "plain", language: "en", body: "{{ card.name }}", cardTypeId: typeId },
  ],
  "views.list": () => [{}],
  "views.create": ({ typeId }) => [{ typeId, name: "intruder", state: {} }],
  "views.update": ({ viewId }) => [{ viewId, name: "intruder" }],
  "views.remove": ({ viewId }) => [{ viewId }],
  "taskViews.list": () => [{}],
  "taskViews.create": () => [{ name: "intruder", state: {} }],
  "taskViews.update": ({ taskViewId }) => [{ viewId: taskViewId, name: "intruder" }],
  "taskViews.remove": ({ taskViewId }) => [{ viewId: taskViewId }],
  "taskViews.reorder": ({ taskViewId }) => [{ viewIds: [taskViewId] }],
  "views.reorder": ({ typeId, viewId }) => [{ typeId, viewIds: [viewId] }],
  "cards.export": ({ typeId }) => [{ cardTypeId: typeId }],
  "tasks.export": ({ cardId, typeId }) => [
    { timeZone: "UTC", cardId },
    { timeZone: "UTC", cardTypeId: typeId },
  ],
  "meetings.export": ({ userId }) => [
    { from: "2030-01-01T00:00:00Z", until: "2030-02-01T00:00:00Z", timeZone: "UTC", userIds: [userId] },
  ],
  "imports.createUpload": () => [{ fileName: "a.csv", bytes: 10 }],
  "imports.suggestMapping": ({ typeId }) => [{ typeId, headers: ["Name"] }],
  "imports.checkRows": ({ typeId }) => [
    {
      typeId,
      mapping: [{ column: 0, fieldId: "name" }],
      mode: "createOrUpdate",
      matchFieldId: "name",
      rows: [{ line: 2, cells: [marker] }],
    },
  ],
  "imports.list": ({ typeId }) => [{}, { typeId }],
  "imports.start": ({ typeId, fileId }) => [{ typeId, fileId, mapping: [{ column: 0, fieldId: "name" }] }],
  "favorites.list": () => [{}],
  "favorites.add": ({ cardId }) => [{ cardId }],
  "favorites.remove": ({ cardId }) => [{ cardId }],
  "recent.list": () => [{}],
  "recent.visit": ({ cardId }) => [{ cardId }],
  "cards.reveal": ({ cardId }) => [{ cardId, fieldId: "name" }],
  "files.createUpload": ({ cardId, taskId, templateId }) => [
    { name: "a.png", bytes: 10, purpose: "image", cardId },
    { name: "a.png", bytes: 10, purpose: "activity", activityId: taskId },
    { name: "a.png", bytes: 10, purpose: "template", templateId },
  ],
  "files.finish": ({ fileId, storedFileId }) => [{ fileId }, { fileId: storedFileId }],
  "files.remove": ({ fileId, storedFileId }) => [{ fileId }, { fileId: storedFileId }],
  "files.list": ({ cardId, userId }) => [{}, { cardId }, { search: marker }, { uploadedBy: [userId] }],
  "files.ofCard": ({ cardId }) => [{ cardId }],
  "files.storage": () => [{}],
  "files.download": ({ fileId, storedFileId }) => [{ fileId }, { fileId: storedFileId }, { fileId: storedFileId, inline: true }],
  "operations.get": ({ operationId }) => [{ operationId }],
  "operations.cancel": ({ operationId }) => [{ operationId }],
  "billing.plan": () => [{}],
  "billing.usage": () => [{}],
  "billing.checkout": () => [],
  "billing.confirm": () => [{ checkoutId: "chk_01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
  "presence.list": () => [{}],
  "support.create": () => [],
  "support.contact": () => [],
  "plans.warnings": () => [{}],
  "plans.dismissWarning": () => [{ limit: "cards", level: 80 }],
  "dashboard.pipeline": ({ typeId }) => [{ typeId }],
  "dashboard.mine": () => [{}],
  "dashboard.choice": () => [{}],
  "dashboard.choose": ({ typeId, viewId }) => [{ typeId, viewId, sumFieldId: null }],
  "adminConsole.organizations": () => [{}],
  "adminConsole.getOrganization": ({ orgId }) => [{ orgId }],
  "adminConsole.deleteOrganization": ({ orgId }) => [{ orgId, name: marker, reason: "curious" }],
  "adminConsole.deletions": () => [{}],
  "adminConsole.updatePlan": ({ orgId }) => [{ orgId, plan: "FREE", endsAt: null }],
  "adminConsole.topUpSms": ({ orgId }) => [{ orgId, parts: 5, reason: "curious" }],
  "adminConsole.switchFeature": ({ orgId }) => [{ orgId, feature: "dashboard", isOn: true }],
  "adminConsole.impersonate": ({ orgId }) => [{ orgId, reason: "curious", minutes: 15 }],
  "adminConsole.endImpersonation": () => [{}],
  "audit.search": ({ cardId, userId }) => [{ limit: 100 }, { subjectId: cardId }, { actors: [userId] }],
  "outbound.list": () => [{}],
  "outbound.sendAgain": ({ effectId }) => [{ effectId }],
  "outbound.dismiss": ({ effectId }) => [{ effectId }],
  "audit.changes": ({ recordId }) => [{ recordId }],
  "audit.export": () => [],
  "tokens.list": () => [{}],
  "tokens.create": () => [],
  "tokens.remove": ({ tokenId }) => [{ tokenId }],
  "automations.list": ({ typeId }) => [{}, { cardTypeId: typeId }],
  "automations.get": ({ automationId }) => [{ automationId }],
  "automations.versions": ({ automationId }) => [{ automationId }],
  "automations.create": ({ typeId, automationId }) => [
    { cardTypeId: typeId, name: "Mine", definition: buttonDefinition },
    { cardTypeId: typeId, name: "Mine", definition: buttonDefinition, automationId },
  ],
  "automations.update": ({ automationId }) => [{ automationId, name: "Mine", definition: buttonDefinition }],
  "automations.publish": ({ automationId }) => [{ automationId }],
  "automations.switch": ({ automationId }) => [{ automationId, isOn: false }],
  "automations.remove": ({ automationId }) => [{ automationId }],
  "automations.runs": ({ automationId, runId }) => [
    { automationId },
    { automationId, cursor: runId },
    { automationId, search: "a" },
  ],
  "automations.run": ({ automationId, runId }) => [{ automationId, runId }],
  "automations.retry": ({ automationId, runId }) => [{ automationId, runId }],
  "automations.cancel": ({ automationId, runId }) => [{ automationId, runId }],
  "automations.buttons": ({ cardId }) => [{ cardId }],
  "automations.names": () => [{}],
  "automations.seal": () => [{ url: "https://example.com/", value: "key" }],
  "automations.loops": ({ automationId }) => [{ automationId }],
  "automations.startedBy": ({ typeId }) => [{ cardTypeId: typeId, change: { kind: "import", mode: "create", fieldIds: [] } }],
  "automations.paused": () => [{}],
  "automations.setPaused": () => [],
  "automations.press": ({ automationId, cardId }, ownCard) => [
    { automationId, cardId },
    { automationId, cardId: ownCard },
  ],
  "automations.try": ({ typeId, cardId }, ownCard) => [
    { cardId, cardTypeId: typeId, definition: buttonDefinition },
    { cardId: ownCard, cardTypeId: typeId, definition: buttonDefinition },
  ],
  "leadForms.list": () => [{}],
  "leadForms.create": ({ typeId }) => [{ name: "Intruder", typeId }],
  "leadForms.update": ({ leadFormId: formId }) => [{ formId, expectedVersion: 1, name: "Intruder" }],
  "leadForms.remove": ({ leadFormId: formId }) => [{ formId }],
  "leadForms.submissions": ({ leadFormId: formId }) => [{ formId }],
  "leadForms.values": ({ leadFormId: formId, callId }) => [{ formId, callId }],
  "leadForms.retry": ({ leadFormId: formId, callId }) => [{ formId, callId }],
  "leadForms.open": (theirs) => [{ token: forgedForm(theirs).token }],
  "leadForms.submit": (theirs) => [forgedForm(theirs)],
  "incomingWebhooks.list": () => [{}],
  "incomingWebhooks.create": ({ typeId }) => [{ name: "Intruder", typeId }],
  "incomingWebhooks.update": ({ incomingWebhookId: webhookId }) => [{ webhookId, expectedVersion: 1, name: "Intruder" }],
  "incomingWebhooks.rotateUrl": ({ incomingWebhookId: webhookId }) => [{ webhookId }],
  "incomingWebhooks.sign": ({ incomingWebhookId: webhookId }) => [{ webhookId, isSigned: true }],
  "incomingWebhooks.remove": ({ incomingWebhookId: webhookId }) => [{ webhookId }],
  "incomingWebhooks.calls": ({ incomingWebhookId: webhookId }) => [{ webhookId }],
  "incomingWebhooks.sample": ({ incomingWebhookId: webhookId }) => [{ webhookId }],
  "incomingWebhooks.values": ({ incomingWebhookId: webhookId, callId }) => [{ webhookId, callId }],
  "incomingWebhooks.retry": ({ incomingWebhookId: webhookId, callId }) => [{ webhookId, callId }],
  "automations.simulate": ({ automationId }) => [
    { automationId, versions: ["draft"], days: 7 },
    { automationId, versions: ["draft", "published"], days: 90 },
  ],
  "automations.simulation": ({ operationId }) => [{ operationId }, { operationId, cursor: 2 }],
  "webhooks.list": () => [{}],
  "webhooks.create": ({ typeId }) => [
    { url: "https://hooks.example.com/", events: ["card.created"], cardTypeIds: [typeId], description: "mine" },
  ],
  "webhooks.update": ({ endpointId }) => [{ endpointId, url: "https://intruder.example.com/", state: "paused" }],
  "webhooks.rotateSecret": ({ endpointId }) => [{ endpointId }],
  "webhooks.remove": ({ endpointId }) => [{ endpointId }],
  "webhooks.deliveries": ({ endpointId }) => [{ endpointId }],
  "webhooks.delivery": ({ endpointId, messageId }) => [{ endpointId, messageId }],
  "webhooks.resend": ({ endpointId, messageId }) => [{ endpointId, messageId }],
  "webhooks.replay": ({ endpointId }) => {
    const [from, until] = [new Date(Date.now() - 3_600_000), new Date()].map((at) => at.toISOString());
    return [{ endpointId, from, until, onlyMissing: false }];
  },
  "webhooks.replayCount": ({ endpointId }) => {
    const [from, until] = [new Date(Date.now() - 3_600_000), new Date()].map((at) => at.toISOString());
    return [{ endpointId, from, until, onlyMissing: false, withEarlier: true }];
  },
  "webhooks.test": ({ endpointId }) => [{ endpointId }],
};
