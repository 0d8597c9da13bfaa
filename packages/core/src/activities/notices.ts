import type { Change, JournalRecord } from "../data/journal.ts";
import { type ActivityId, isId, type UserId } from "../kernel/id.ts";
import type { StoredActivity } from "./activity.ts";
import { peopleOf, stillDue } from "./reminders/recipients.ts";
import { membersIn, type RichText } from "./comments/rules.ts";
import { firedIn } from "./reminders/notify.ts";
import { replyIn } from "./meetings/replied.ts";
import { findActivities } from "./store.ts";
import { binding } from "./types/meeting.ts";

/** A person to notify of a record about activities, and the kind of notification. */
export interface ActivityNotice {
  readonly userId: UserId;
  readonly kind:
    | "taskAssigned"
    | "meetingInvited"
    | "meetingChanged"
    | "meetingCanceled"
    | "meetingAnswered"
    | "taskReminder"
    | "meetingReminder"
    | "mention"
    | "commentReplied"
    | "taskCommented"
    | "mailReceived";
  readonly subjectId: ActivityId;
  readonly details?: Readonly<Record<string, string | number>>;
}

const people = (values: unknown): UserId[] => (Array.isArray(values) ? values.filter((value) => isId("usr", value)) : []);

/** Finds the people to notify of a record, and of what. Changes that were undone in the meantime are left out. */
export async function noticesOfActivities(record: JournalRecord): Promise<ActivityNotice[]> {
  const { orgId, changes, origin, batchId } = record;
  // An import and its revert are one piece of news, to whoever made them, not one for each row.
  if (origin === "import" || (origin === "undo" && batchId !== undefined)) return [];
  const ids = changes.flatMap(({ subject, after }) =>
    subject.kind === "activity" ? [subject.id, aboveIn(after)].filter((id) => isId("act", id)) : [],
  );
  const found = ids.length > 0 ? await findActivities(orgId, ids) : new Map<ActivityId, StoredActivity>();
  // The next task of a series is not news to its assignee.
  const continuing = new Set(changes.map(({ after }) => after?.["nextId"]));
  const notices = changes.flatMap((change) => {
    const [activity, above] = [change.subject.id, aboveIn(change.after)].map((id) =>
      isId("act", id) ? found.get(id) : undefined,
    );
    return activity && !continuing.has(activity.id) ? noticesOf(change, activity, above) : [];
  });
  for (const { activityId, remindAt, startsAt } of firedIn(record)) {
    const activity = await stillDue(orgId, activityId, remindAt);
    if (!activity) continue;
    const kind = activity.type === "MEETING" ? "meetingReminder" : "taskReminder";
    for (const userId of peopleOf(activity)) notices.push({ userId, kind, subjectId: activityId, details: { startsAt } });
  }
  return notices;
}

/** What a comment is written under: the comment that it answers, or its task. */
const aboveIn = (after: Change["after"]): unknown => after?.["parentId"] ?? after?.["taskId"];

/** The people mentioned in a text, as it was accepted. */
const membersOf = (body: unknown): UserId[] => (Array.isArray(body) ? membersIn(body as RichText) : []);

/** Those whose task it is: who has it, and who gave it. */
const ownersOf = ({ values, createdBy }: StoredActivity): UserId[] => people([values["assignedTo"], createdBy]);

function noticesOf(
  { action, before, after }: Change,
  { id, values, createdBy, trashedAt }: StoredActivity,
  above: StoredActivity | undefined,
): ActivityNotice[] {
  const each = (userIds: readonly UserId[], kind: ActivityNotice["kind"]): ActivityNotice[] =>
    userIds.map((userId) => ({ userId, kind, subjectId: id }));
  switch (action) {
    case "task.create":
    case "task.update": {
      const assignee = after?.["assignedTo"];
      const isNew = isId("usr", assignee) && before?.["assignedTo"] !== assignee;
      const isTheirs = values["assignedTo"] === assignee && values["done"] !== true && trashedAt === null;
      return isNew && isTheirs ? each([assignee], "taskAssigned") : [];
    }
    case "comment.create":
    case "comment.update": {
      const were = membersOf(before?.["body"]);
      const named = membersOf(after?.["body"]).filter((userId) => !were.includes(userId));
      const { cardId, taskId } = values;
      const isOnTask = isId("act", taskId);
      const on: ActivityNotice["details"] = isId("crd", cardId) ? { cardId } : isOnTask ? { taskId } : undefined;
      if (trashedAt !== null || !on) return [];
      const mentions = each(named, "mention").map((notice) => ({ ...notice, details: on }));
      if (action === "comment.update" || above?.trashedAt !== null) return mentions;
      const others = [...new Set([...people(after?.["inThread"]), ...(isOnTask ? ownersOf(above) : [])])];
      const heard = others
        .filter((userId) => !named.includes(userId))
        .map((userId): ActivityNotice => {
          if (isOnTask) return { userId, kind: "taskCommented", subjectId: id, details: on };
          const own = userId === above.createdBy ? 1 : 0;
          return { userId, kind: "commentReplied", subjectId: id, details: { ...on, own } };
        });
      return [...mentions, ...heard];
    }
    case "meeting.create":
      return trashedAt === null ? each(people(after?.["participants"]), "meetingInvited") : [];
    case "meeting.update": {
      const now = people(values["participants"]);
      const [were, are] = [people(before?.["participants"]), people(after?.["participants"])];
      const isOther = after?.["participants"] !== undefined;
      const added = isOther ? are.filter((userId) => !were.includes(userId) && now.includes(userId)) : [];
      const removed = isOther ? were.filter((userId) => !are.includes(userId) && !now.includes(userId)) : [];
      const isMoved = binding.some((name) => after?.[name] !== undefined);
      return [
        ...each(added, "meetingInvited"),
        ...each(removed, "meetingCanceled"),
        ...(isMoved && trashedAt === null
          ? each(
              now.filter((userId) => !added.includes(userId)),
              "meetingChanged",
            )
          : []),
      ];
    }
    case "meeting.delete":
      return trashedAt === null ? [] : each(people(values["participants"]), "meetingCanceled");
    case "meeting.restore":
      return trashedAt === null ? each(people(values["participants"]), "meetingInvited") : [];
    case "mail.create": {
      // Programs answer at any hour; people look at that when they look at the card.
      const isNews = trashedAt === null && values["direction"] === "IN" && values["isAutomatic"] !== true;
      const { cardId } = values;
      const details = isId("crd", cardId) ? { details: { cardId } } : {};
      return isNews ? each(people(values["people"]), "mailReceived").map((notice) => ({ ...notice, ...details })) : [];
    }
    case "meeting.rsvp":
      return isId("usr", createdBy)
        ? each([createdBy], "meetingAnswered").map((notice) => ({ ...notice, details: replyIn(before, after) ?? {} }))
        : [];
    default:
      return [];
  }
}
