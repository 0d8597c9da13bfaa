import type { ActorRef } from "../kernel/actor.ts";
import type { OrgId, RecordId } from "../kernel/id.ts";
import type { Origin } from "../kernel/procedure.ts";
import type { PayloadName } from "./payloads.ts";

/** The audit actions (SPEC section 3) that existing code writes, and what the changes of each carry (`payloads.ts`). A new action is one line here and one label in the catalogues. */
export const actions = {
  "organization.create": "organization",
  "organization.feature": "organization",
  "organization.delete": "organization",
  "organization.attach": "organization",
  "organization.detach": "organization",
  "organization.accessUpdate": "organization",
  "organization.impersonate": "organization",
  "organization.update": "organization",
  inviteUser: "invitation",
  "invitation.resend": "invitation",
  "invitation.revoke": "invitation",
  "invitation.expire": "invitation",
  "member.add": "member",
  "member.update": "member",
  "member.remove": "member",
  "member.suspend": "member",
  "member.reinstate": "member",
  "member.endSessions": "member",
  "plan.update": "organization",
  "role.create": "role",
  "role.update": "role",
  "role.delete": "role",
  "userRole.update": "member",
  "cardType.create": "cardType",
  "cardType.update": "cardType",
  "cardType.delete": "cardType",
  "field.create": "cardType",
  "field.update": "cardType",
  "field.delete": "cardType",
  "layout.create": "layout",
  "layout.update": "layout",
  "layout.delete": "layout",
  "view.create": "view",
  "view.update": "view",
  "view.delete": "view",
  "card.create": "card",
  "card.update": "card",
  "card.delete": "card",
  "card.restore": "card",
  "card.reveal": "card",
  "card.consent": "card",
  "card.merge": "merge",
  "card.unmerge": "merge",
  "card.purge": "card",
  "card.erase": "card",
  "task.create": "task",
  "task.update": "task",
  "task.delete": "task",
  "task.restore": "task",
  "task.purge": "task",
  "meeting.create": "meeting",
  "meeting.update": "meeting",
  "meeting.delete": "meeting",
  "meeting.restore": "meeting",
  "meeting.purge": "meeting",
  "meeting.rsvp": "meeting",
  "comment.create": "comment",
  "comment.update": "comment",
  "comment.delete": "comment",
  "comment.restore": "comment",
  "comment.purge": "comment",
  "communication.create": "activity",
  "communication.update": "activity",
  "communication.delete": "activity",
  "communication.restore": "activity",
  "communication.purge": "activity",
  "mail.create": "activity",
  "mail.update": "activity",
  "mail.delete": "activity",
  "mail.restore": "activity",
  "mail.purge": "activity",
  "mail.deliver": "activity",
  "sms.create": "activity",
  "sms.update": "activity",
  "sms.delete": "activity",
  "sms.restore": "activity",
  "sms.purge": "activity",
  "sms.deliver": "activity",
  "smsSender.create": "smsSender",
  "smsSender.update": "smsSender",
  "smsSender.delete": "smsSender",
  "smsBalance.topUp": "smsBalance",
  "smsOptOut.create": "smsOptOut",
  "smsOptOut.delete": "smsOptOut",
  "whatsapp.create": "activity",
  "whatsapp.update": "activity",
  "whatsapp.delete": "activity",
  "whatsapp.restore": "activity",
  "whatsapp.purge": "activity",
  "whatsapp.deliver": "activity",
  "whatsappNumber.create": "whatsappNumber",
  "whatsappNumber.update": "whatsappNumber",
  "whatsappNumber.delete": "whatsappNumber",
  "gmail.connect": "gmail",
  "gmail.update": "gmail",
  "gmail.disconnect": "gmail",
  "chat.create": "chat",
  "chat.update": "chat",
  "chat.move": "chat",
  "chat.message": "chat",
  "chat.read": "chat",
  "chat.delete": "chat",
  "voip.clickToCall": "call",
  "voip.incomingCall": "call",
  "voip.callDetailRecord": "call",
  "voip.update": "call",
  "voip.handle": "call",
  "voip.reopen": "call",
  "voip.delete": "call",
  "voipConnection.create": "voipConnection",
  "voipConnection.update": "voipConnection",
  "voipConnection.delete": "voipConnection",
  "webhook.receive": "webhook",
  "incomingWebhook.create": "incomingWebhook",
  "incomingWebhook.update": "incomingWebhook",
  "incomingWebhook.rotate": "incomingWebhook",
  "incomingWebhook.refuse": "incomingWebhook",
  "incomingWebhook.delete": "incomingWebhook",
  "leadForm.create": "leadForm",
  "leadForm.update": "leadForm",
  "leadForm.refuse": "leadForm",
  "leadForm.delete": "leadForm",
  "webhookEndpoint.create": "webhookEndpoint",
  "webhookEndpoint.update": "webhookEndpoint",
  "webhookEndpoint.delete": "webhookEndpoint",
  "webhookEndpoint.rotate": "webhookEndpoint",
  "webhookEndpoint.disable": "webhookEndpoint",
  "webhookEndpoint.replay": "webhookEndpoint",
  "webhookEndpoint.test": "webhookEndpoint",
  "automation.create": "automation",
  "automation.update": "automation",
  "automation.delete": "automation",
  "automation.execute": "automation",
  "automation.fail": "automation",
  "automation.stop": "automation",
  "automation.pause": "organization",
  "automation.resume": "organization",
  "automation.lapse": "organization",
  "template.create": "template",
  "template.update": "template",
  "template.delete": "template",
  "reminder.fire": "reminder",
  "calendarFeed.create": "calendarFeed",
  "calendarFeed.update": "calendarFeed",
  "calendarFeed.delete": "calendarFeed",
  "operation.start": "operation",
  "operation.cancel": "operation",
  "personalData.export": "card",
  "personalData.erase": "operation",
  "file.upload": "file",
  "file.update": "file",
  "support.create": "ticket",
  "file.delete": "file",
  "apiToken.create": "token",
  "apiToken.delete": "token",
  "effect.intend": "effect",
  "effect.succeed": "effect",
  "effect.fail": "effect",
  "effect.lose": "effect",
  "effect.resend": "effect",
  "effect.dismiss": "effect",
  "replica.repair": "repair",
} as const satisfies Readonly<Record<string, PayloadName>>;
export type JournalAction = keyof typeof actions;
const isAction = (name: string): name is JournalAction => Object.hasOwn(actions, name);
export const journalActions: readonly JournalAction[] = Object.keys(actions).filter(isAction);

/** Kinds of subject that a record can have; a new kind is one line here. */
export const subjectKinds = [
  "organization",
  "cardType",
  "layout",
  "view",
  "card",
  "activity",
  "reminder",
  "operation",
  "file",
  "member",
  "invitation",
  "role",
  "token",
  "calendarFeed",
  "ticket",
  "template",
  "effect",
  "smsSender",
  "smsBalance",
  "smsOptOut",
  "webhook",
  "webhookEndpoint",
  "incomingWebhook",
  "leadForm",
  "automation",
  "whatsappNumber",
  "gmail",
  "chat",
  "call",
  "voipConnection",
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
  /** The card's type, so that a consumer can filter without reading the card. */
  readonly typeId?: string;
}

/** Changed keys only. An absent key was not touched; null means that there is (or was) no value. */
export type Values = Readonly<Record<string, unknown>>;

/** One change of one subject, whatever its action. Readers that need its values ask `payloads.ts` for the change of an action. */
export interface Change {
  readonly action: JournalAction;
  readonly subject: Subject;
  /** The subject's own counter after this change: 1 for its creation. Replicas apply changes of a subject in this order. */
  readonly version: number;
  readonly before: Values | null;
  readonly after: Values | null;
  /** Survivors of a merge only: the data to undo it. Records of merges have several changes, and chunks keep each whole. */
  readonly details?: unknown;
  /** Of a meeting: whether its guests get a mail about it, where whoever made it has said so. */
  readonly notifyGuests?: boolean;
  /** A person's values were redacted when they were erased (`redaction.ts`). Who did it, when and to what stays. */
  readonly erased?: true;
}

/**
 * One journal record: audit trail, event, change feed and outbox at once (ARCHITECTURE.md, "One idea carries the system").
 * `changes` holds one change, or a chunk of many for imports, bulk and revert.
 */
export interface JournalRecord {
  readonly id: RecordId;
  readonly orgId: OrgId;
  readonly at: string;
  readonly actor: ActorRef;
  readonly origin: Origin;
  readonly requestId: string;
  /** Groups the records of one long operation. */
  readonly batchId?: string;
  /** The person who started the operation asked for automations to be started by it, which otherwise none are. */
  readonly startsAutomations?: true;
  /** The record that made an automation or consumer write this one. */
  readonly causedBy?: RecordId;
  /** The number of such steps before; loops are stopped by it. */
  readonly depth: number;
  readonly changes: readonly Change[];
}
