import type { Membership } from "../kernel/actor.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import type { Permission } from "../kernel/permission.ts";
import { findMembership } from "../organizations/index.ts";
import { findRecipient, type Notifications, type User } from "../users/index.ts";
import type { NotificationKind } from "./schema.ts";

/** The setting that switches a kind on and off, besides those of the app and of mails; and the permission without which it means nothing. */
const rules: Readonly<Record<NotificationKind, { readonly topic?: keyof Notifications; readonly right?: Permission }>> = {
  cardAssigned: { topic: "assignments", right: "CARDS.read" },
  taskAssigned: { topic: "tasks", right: "TASKS.read" },
  taskReminder: { topic: "tasks", right: "TASKS.read" },
  meetingInvited: { topic: "meetings", right: "MEETINGS.read" },
  meetingChanged: { topic: "meetings", right: "MEETINGS.read" },
  meetingCanceled: { topic: "meetings", right: "MEETINGS.read" },
  meetingAnswered: { topic: "meetings", right: "MEETINGS.read" },
  meetingReminder: { topic: "meetings", right: "MEETINGS.read" },
  mailReceived: { right: "COMMENTS.read" },
  smsReceived: { right: "SMS.read" },
  commentReplied: { topic: "mentions", right: "COMMENTS.read" },
  taskCommented: { topic: "mentions", right: "COMMENTS.read" },
  mention: { topic: "mentions", right: "COMMENTS.read" },
  importDone: {},
  planLimit: { topic: "planLimits" },
  webhookDisabled: { right: "ORGANIZATION.update" },
  automation: { right: "CARDS.read" },
  automationFailed: { right: "AUTOMATION.read" },
  automationStopped: { right: "AUTOMATION.read" },
  automationsPaused: { right: "AUTOMATION.read" },
  chatMessage: { right: "COMMENTS.read" },
  chatAssigned: { topic: "assignments", right: "COMMENTS.read" },
  callMissed: { right: "COMMENTS.read" },
  whatsappProblem: { right: "ORGANIZATION.update" },
  leadRefused: {},
  voipProblem: { right: "ORGANIZATION.update" },
  gmailProblem: {},
};

/** Kinds with mails of their own, which come at their own time. */
const mailedApart: ReadonlySet<NotificationKind> = new Set(["taskReminder", "meetingReminder", "planLimit"]);

/** A member who wants notifications, and which of them where. */
export interface Wanting {
  readonly person: User;
  readonly membership: Membership;
  readonly inApp: (kind: NotificationKind) => boolean;
  /** Kinds included in the email that gathers unread notifications. */
  readonly byMail: (kind: NotificationKind) => boolean;
}

/** The person's wishes as of now; undefined for who is no member, or may not come in. */
export async function findWanting(orgId: OrgId, userId: UserId): Promise<Wanting | undefined> {
  const [membership, person] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  if (!membership || !person) return undefined;
  const { notifications } = person;
  const isMeant = (kind: NotificationKind): boolean => {
    const { topic, right } = rules[kind];
    return (topic === undefined || notifications[topic]) && (right === undefined || membership.grants[right] !== undefined);
  };
  return {
    person,
    membership,
    inApp: (kind) => notifications.web && isMeant(kind),
    byMail: (kind) => notifications.email && notifications.unreadMails && !mailedApart.has(kind) && isMeant(kind),
  };
}
