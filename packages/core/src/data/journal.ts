import type { ActorRef } from "../kernel/actor.ts";
import type { OrgId, RecordId } from "../kernel/id.ts";
import type { Origin } from "../kernel/procedure.ts";

/** The audit actions (SPEC section 3) that existing code writes; a new action is one line here and one label in the catalogues. */
export const journalActions = [
  "organization.create",
  "organization.feature",
  "organization.delete",
  "organization.attach",
  "organization.detach",
  "organization.accessUpdate",
  "organization.impersonate",
  "organization.update",
  "inviteUser",
  "invitation.resend",
  "invitation.revoke",
  "invitation.expire",
  "member.add",
  "member.update",
  "member.remove",
  "member.suspend",
  "member.reinstate",
  "member.endSessions",
  "plan.update",
  "role.create",
  "role.update",
  "role.delete",
  "userRole.update",
  "cardType.create",
  "cardType.update",
  "cardType.delete",
  "field.create",
  "field.update",
  "field.delete",
  "layout.create",
  "layout.update",
  "layout.delete",
  "view.create",
  "view.update",
  "view.delete",
  "card.create",
  "card.update",
  "card.delete",
  "card.restore",
  "card.reveal",
  "card.merge",
  "card.unmerge",
  "card.purge",
  "card.erase",
  "task.create",
  "task.update",
  "task.delete",
  "task.restore",
  "task.purge",
  "meeting.create",
  "meeting.update",
  "meeting.delete",
  "meeting.restore",
  "meeting.purge",
  "meeting.rsvp",
  "comment.create",
  "comment.update",
  "comment.delete",
  "comment.restore",
  "comment.purge",
  "communication.create",
  "communication.update",
  "communication.delete",
  "communication.restore",
  "communication.purge",
  "mail.create",
  "mail.update",
  "mail.delete",
  "mail.restore",
  "mail.purge",
  "mail.deliver",
  "sms.create",
  "sms.update",
  "sms.delete",
  "sms.restore",
  "sms.purge",
  "sms.deliver",
  "smsSender.create",
  "smsSender.update",
  "smsSender.delete",
  "smsBalance.topUp",
  "webhook.receive",
  "template.create",
  "template.update",
  "template.delete",
  "reminder.fire",
  "calendarFeed.create",
  "calendarFeed.update",
  "calendarFeed.delete",
  "operation.start",
  "operation.cancel",
  "export.finish",
  "personalData.export",
  "personalData.erase",
  "file.upload",
  "file.update",
  "support.create",
  "file.delete",
  "apiToken.create",
  "apiToken.delete",
  "effect.intend",
  "effect.succeed",
  "effect.fail",
  "effect.lose",
  "effect.resend",
  "effect.dismiss",
  "replica.repair",
] as const;
export type JournalAction = (typeof journalActions)[number];

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
  "webhook",
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

/** One change of one subject. */
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
  /** The record that made an automation or consumer write this one. */
  readonly causedBy?: RecordId;
  /** The number of such steps before; loops are stopped by it. */
  readonly depth: number;
  readonly changes: readonly Change[];
}
