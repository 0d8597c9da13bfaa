import type { JournalRecord } from "../data/journal.ts";
import { type ChangeOf, changesOf } from "../data/payloads.ts";
import { type ActivityId, isId, type UserId } from "../kernel/id.ts";
import type { StoredActivity } from "./activity.ts";
import { peopleOf, stillDue } from "./reminders/recipients.ts";
import { membersIn } from "./comments/rules.ts";
import { firedIn } from "./reminders/notify.ts";
import { participantsAt } from "./meetings/participants.ts";
import { newsOfSingleTimes } from "./invitations/single-times.ts";
import { meetingOf } from "./meetings/rules.ts";
import { newsAt, type TimeChange, timesChangedBy } from "./invitations/news.ts";
import { replyIn } from "./meetings/replied.ts";
import { timingOf } from "./meetings/time.ts";
import { findActivities } from "./store.ts";
import { definitionOf } from "./types/list.ts";
import type { ActivityValues } from "./types/definition.ts";
import { binding, participantsOn } from "./types/meeting.ts";
import { organizerIdOf } from "./invitations/organizer.ts";

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
    | "mailReceived"
    | "smsReceived";
  readonly subjectId: ActivityId;
  readonly details?: Readonly<Record<string, string | number>>;
}

const people = (values: unknown): UserId[] => (Array.isArray(values) ? values.filter((value) => isId("usr", value)) : []);

/** Actions that somebody may have to be notified of. */
const noticed = [
  "task.create",
  "task.update",
  "comment.create",
  "comment.update",
  "meeting.create",
  "meeting.update",
  "meeting.delete",
  "meeting.restore",
  "meeting.rsvp",
  "mail.create",
  "sms.create",
] as const;
type Noticed = ChangeOf<(typeof noticed)[number]>;

/** Finds the people to notify of a record, and of what. Changes that were undone in the meantime are left out. */
export async function noticesOfActivities(record: JournalRecord): Promise<ActivityNotice[]> {
  const { orgId, origin, batchId } = record;
  // An import and its revert are one piece of news, to whoever made them, not one for each row.
  if (origin === "import" || (origin === "undo" && batchId !== undefined)) return [];
  const changes = changesOf(record.changes, noticed);
  const ids = changes.flatMap((change) => [change.subject.id, aboveIn(change) ?? []].flat());
  const found = ids.length > 0 ? await findActivities(orgId, ids) : new Map<ActivityId, StoredActivity>();
  // The next task of a series is not news to its assignee.
  const continuing = new Set(changes.map((change) => (change.action === "task.update" ? change.after?.nextId : undefined)));
  const notices: ActivityNotice[] = [];
  for (const change of changes) {
    const activity = found.get(change.subject.id);
    const aboveId = aboveIn(change);
    if (!activity || continuing.has(activity.id)) continue;
    const above = aboveId ? found.get(aboveId) : undefined;
    const organizer = change.action === "meeting.rsvp" ? await organizerIdOf(orgId, meetingOf(activity)) : undefined;
    notices.push(
      ...noticesOf(change, activity, { above, organizer }),
      ...noticesOfSingleTimes(change, activity, Date.parse(record.at)),
    );
  }
  for (const { activityId, remindAt, startsAt, day } of firedIn(record)) {
    const activity = await stillDue(orgId, activityId, remindAt);
    if (!activity) continue;
    const kind = activity.type === "MEETING" ? "meetingReminder" : "taskReminder";
    const on = wholeDayOf(activity, day);
    const details = { startsAt, ...(on === null ? {} : { on }), ...(day === null ? {} : { day }) };
    for (const userId of peopleOf(activity, day)) notices.push({ userId, kind, subjectId: activityId, details });
  }
  return notices;
}

/** What a comment is written under: the comment that it answers, or its task. */
const aboveIn = (change: Noticed): ActivityId | null | undefined =>
  change.action === "comment.create" ? (change.after?.parentId ?? change.after?.taskId) : undefined;

/** Those whose task it is: who has it, and who gave it. */
const ownersOf = ({ values, createdBy }: StoredActivity): UserId[] => people([values["assignedTo"], createdBy]);

function noticesOf(
  change: Noticed,
  { id, values, trashedAt }: StoredActivity,
  { above, organizer }: { readonly above: StoredActivity | undefined; readonly organizer: UserId | undefined },
): ActivityNotice[] {
  const each = (userIds: readonly UserId[], kind: ActivityNotice["kind"]): ActivityNotice[] =>
    userIds.map((userId) => ({ userId, kind, subjectId: id }));
  const { action, before, after } = change;
  switch (action) {
    case "task.create":
    case "task.update": {
      const assignee = after?.assignedTo;
      if (!assignee || before?.assignedTo === assignee) return [];
      const isTheirs = values["assignedTo"] === assignee && values["done"] !== true && trashedAt === null;
      return isTheirs ? each([assignee], "taskAssigned") : [];
    }
    case "comment.create":
    case "comment.update": {
      const were = membersIn(before?.body ?? []);
      const named = membersIn(after?.body ?? []).filter((userId) => !were.includes(userId));
      const { cardId, taskId } = values;
      const isOnTask = isId("act", taskId);
      const on: ActivityNotice["details"] = isId("crd", cardId) ? { cardId } : isOnTask ? { taskId } : undefined;
      if (trashedAt !== null || !on) return [];
      const mentions = each(named, "mention").map((notice) => ({ ...notice, details: on }));
      if (action === "comment.update" || above?.trashedAt !== null) return mentions;
      const others = [...new Set([...(after?.inThread ?? []), ...(isOnTask ? ownersOf(above) : [])])];
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
      return trashedAt === null ? each(after?.participants ?? [], "meetingInvited") : [];
    case "meeting.update": {
      const now = people(values["participants"]);
      const [were, are] = [before?.participants ?? [], after?.participants ?? []];
      const isOther = after?.participants !== undefined;
      const added = isOther ? are.filter((userId) => !were.includes(userId) && now.includes(userId)) : [];
      const removed = isOther ? were.filter((userId) => !are.includes(userId) && !now.includes(userId)) : [];
      const isMoved = isOfWhole(change);
      const ofTimes =
        isMoved || trashedAt !== null
          ? []
          : timesChangedBy({ before, after }).flatMap((time) => noticesOfTime(time, { before, after }, values));
      return [
        ...ofTimes.map((notice) => ({ ...notice, subjectId: id })),
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
    case "sms.create": {
      const isNews = trashedAt === null && values["direction"] === "IN";
      const { cardId } = values;
      const details = isId("crd", cardId) ? { details: { cardId } } : {};
      return isNews ? each(people(values["people"]), "smsReceived").map((notice) => ({ ...notice, ...details })) : [];
    }
    case "meeting.rsvp":
      return each(organizer ? [organizer] : [], "meetingAnswered").map((notice) => ({
        ...notice,
        details: replyIn(before, after) ?? {},
      }));
  }
}

const noticeOf = { invited: "meetingInvited", changed: "meetingChanged", canceled: "meetingCanceled" } as const;

/** A change of a whole series, for those who take part in single times of it: each hears of the first of them. */
function noticesOfSingleTimes(change: Noticed, activity: StoredActivity, now: number): ActivityNotice[] {
  const { action, before, after } = change;
  const { id, values, trashedAt } = activity;
  const withValues = (held: ActivityValues | null) => meetingOf({ ...activity, values: { ...values, ...held } });
  const meeting = trashedAt === null && activity.type === "MEETING" ? meetingOf(activity) : undefined;
  const news = () => {
    switch (action) {
      case "meeting.create":
        // What has been changed of single times since is in records of its own.
        return newsOfSingleTimes(undefined, meeting && { ...meeting, exceptions: timingOf(after ?? {}).exceptions }, now);
      case "meeting.restore":
        return newsOfSingleTimes(undefined, meeting, now);
      case "meeting.delete":
        return newsOfSingleTimes(meetingOf(activity), meeting, now);
      case "meeting.update":
        return meeting && isOfWhole(change) ? newsOfSingleTimes(withValues(before), withValues(after), now) : [];
      default:
        return [];
    }
  };
  // Another name of a time that is as it was is news for calendars alone.
  const ofPeople = news().filter(({ isRename }) => !isRename);
  return [...Map.groupBy(ofPeople, ({ id: userId }) => userId)].flatMap(([userId, [first]]) =>
    first ? [{ userId, kind: noticeOf[first.kind], subjectId: id, details: { day: first.day } }] : [],
  );
}

/** Whether the whole meeting changed. Exceptions that change along with a series are no news of their own. */
const isOfWhole = ({ after }: Pick<ChangeOf<"meeting.update">, "after">): boolean =>
  binding.some((name) => name !== "exceptions" && after?.[name] !== undefined);

/** Whom the change of one time of a series concerns, as that time is now. */
function noticesOfTime(
  time: TimeChange,
  { before, after }: Pick<ChangeOf<"meeting.update">, "before" | "after">,
  values: StoredActivity["values"],
): Omit<ActivityNotice, "subjectId">[] {
  const { day } = time;
  const now = participantsOn(values, day);
  const inSeries = people(values["participants"]);
  const [were, are] = [
    participantsAt(time.was, before?.participants ?? inSeries),
    participantsAt(time.is, after?.participants ?? inSeries),
  ];
  const isBack = time.was?.type === "removed";
  const each = (userIds: readonly UserId[], kind: ActivityNotice["kind"]) =>
    userIds.map((userId) => ({ userId, kind, details: { day } }));
  const stay = are.filter((userId) => (isBack || were.includes(userId)) && now.includes(userId));
  return [
    ...each(isBack ? [] : are.filter((userId) => !were.includes(userId) && now.includes(userId)), "meetingInvited"),
    ...each(
      were.filter((userId) => !are.includes(userId) && !now.includes(userId)),
      "meetingCanceled",
    ),
    ...(newsAt(time) === "changed" ? each(stay, "meetingChanged") : []),
  ];
}

/** The day of what takes whole days, which is the same in every zone; null for what has an hour. */
function wholeDayOf({ type, values }: StoredActivity, day: string | null): string | null {
  const { dueDay } = definitionOf(type).columns(values);
  if (dueDay === null || day === null) return dueDay;
  const changed = timingOf(values).exceptions.find((one) => one.day === day);
  return (changed?.type === "changed" ? changed.start : undefined) ?? day;
}
