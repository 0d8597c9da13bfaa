/*
 * Tasks and meetings as CSV: what their lists show, with the permission of those lists.
 */
import { translator } from "@kartis/i18n/translate.ts";
import { type ExportedMeeting, orderOf, streamMeetings, streamTasks } from "../activities/index.ts";
import { meetingColumns } from "../activities/meetings/columns.ts";
import { taskColumns } from "../activities/tasks/columns.ts";
import type { Task } from "../activities/tasks/schema.ts";
import { isDay } from "../cards/fields/day.ts";
import { CardLookup, readScopeOf, scopeOf } from "../cards/index.ts";
import type { CardNames } from "../cards/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { type OrgContext, procedure, requireRight } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { dayAfter, dayOf, timeIn } from "../kernel/zoned-time.ts";
import { amendOperation, type RunningOperation, startOperation, starterOf } from "../operations/index.ts";
import { membersOf } from "../organizations/index.ts";
import { findUser } from "../users/index.ts";
import { byteOrderMark, csvRecord } from "./csv.ts";
import { exportOperation, ExportMeetingsInput, type MeetingExport, ExportTasksInput, type TaskExport } from "./schema.ts";
import { writeExport } from "./write.ts";

/** Checked when it is started and again when it runs. */
const [taskRight, meetingRight] = [
  ["TASKS", "read"],
  ["MEETINGS", "read"],
] as const;

const exportTasks = procedure({
  name: "tasks.export",
  kind: "mutation",
  input: ExportTasksInput,
  can: taskRight,
  whileImpersonating: false,
  run: async (query, context): Promise<{ operationId: OperationId }> => ({
    operationId: await startOperation(commitContextOf(context), exportOperation, { of: "tasks", query }, starterOf(context)),
  }),
});

const exportMeetings = procedure({
  name: "meetings.export",
  kind: "mutation",
  input: ExportMeetingsInput,
  can: meetingRight,
  whileImpersonating: false,
  run: async (query, context): Promise<{ operationId: OperationId }> => ({
    operationId: await startOperation(commitContextOf(context), exportOperation, { of: "meetings", query }, starterOf(context)),
  }),
});

export const activityExportProcedures = [exportTasks, exportMeetings] as const;

/** Dependencies of each exported line. */
interface Writing {
  readonly t: Awaited<ReturnType<typeof translator>>;
  readonly timeZone: string;
  readonly personOf: (userId: string | null) => string;
  /** A card by its name, and by its id where the name is that of several, so that an import finds it again. */
  readonly cardOf: (cardId: CardId | null, cards: CardNames) => string;
}

async function writingFor(
  { orgId, userId }: RunningOperation,
  { principal }: Pick<OrgContext, "principal">,
  timeZone: string,
  cardScope: Scope,
): Promise<Writing> {
  const [user, members, lookup] = await Promise.all([findUser(userId), membersOf(orgId), CardLookup.open(orgId, cardScope)]);
  // Two people may have one name, and an import finds them by address; it is written if the reader may know it.
  const knowsAddresses = principal.grants["ORGANIZATION.read"] !== undefined;
  const people = new Map<string | null, string>(members.map((one) => [one.userId, knowsAddresses ? one.email : one.name]));
  return {
    t: await translator(user?.language ?? "en", { isolates: false }),
    timeZone,
    personOf: (who) => people.get(who) ?? "",
    cardOf(cardId, cards) {
      const name = cardId === null ? undefined : cards[cardId]?.name;
      if (name === undefined) return "";
      return lookup.anywhere(name) === "several" ? `${name} <${cardId}>` : name;
    },
  };
}

const dayIn = ({ timeZone }: Writing, when: string): string => (isDay(when) ? when : dayOf(Date.parse(when), timeZone));
const hourIn = ({ timeZone }: Writing, when: string): string => (isDay(when) ? "" : timeIn(Date.parse(when), timeZone));
const yesOrNo = ({ t }: Writing, is: boolean): string => t(is ? "audit.yes" : "audit.no");

/** Runs the export of tasks as whoever started it; one state of the list, from start to end. */
export async function runTaskExport(operation: RunningOperation, query: TaskExport, actor: Actor, clock: Clock): Promise<void> {
  const right = requireRight(taskRight, { actor, clock });
  const { timeZone, sort, group, reversed, ...filter } = query;
  const [order, scope, cardScope] = await Promise.all([
    orderOf(operation.orgId, filter, { sort, group, reversed }),
    scopeOf(right, "TASKS"),
    readScopeOf(right),
  ]);
  const writing = await writingFor(operation, right, timeZone, cardScope);
  const { t } = writing;
  const header = [...Object.values(taskColumns).map((name) => t(name)), t("audit.value.createdBy"), t("audit.value.createdAt")];
  let [total, done] = [0, 0];
  async function* lines() {
    yield byteOrderMark + csvRecord(header);
    const asked = { orgId: operation.orgId, scope, cardScope, timeZone, nowMs: clock.now() };
    for await (const { rows, cards, total: all } of streamTasks(asked, filter, order)) {
      total = all;
      done += rows.length;
      yield rows.map((task) => csvRecord(taskCells(task, cards, writing))).join("");
      // A cancellation is noticed here.
      await amendOperation(operation, { total, done });
    }
    if (done !== total) throw new Error(`An export of ${done} tasks where ${total} are counted`);
  }
  await writeExport(operation, "tasks.csv", lines(), () => ({ total, done }), clock);
}

const stamp = (writing: Writing, when: string | null): string =>
  when === null ? "" : `${dayIn(writing, when)} ${hourIn(writing, when)}`;

const taskCells = (task: Task, cards: CardNames, writing: Writing): string[] => [
  task.title,
  dayIn(writing, task.due),
  hourIn(writing, task.due),
  writing.personOf(task.assignedTo),
  task.priority ? writing.t(`fields.priority.${task.priority}`) : "",
  writing.cardOf(task.cardId, cards),
  yesOrNo(writing, task.done),
  stamp(writing, task.doneAt),
  task.location ?? "",
  task.description ?? "",
  task.checklist.map(({ text, done }) => `[${done ? "x" : " "}] ${text}`).join("\n"),
  writing.personOf(task.createdBy),
  stamp(writing, task.createdAt),
];

/** Runs the export of meetings as whoever started it: every time at which one takes place is a line. */
export async function runMeetingExport(
  operation: RunningOperation,
  { userIds, cardId, ...window }: MeetingExport,
  actor: Actor,
  clock: Clock,
): Promise<void> {
  const right = requireRight(meetingRight, { actor, clock });
  const [scope, cardScope] = await Promise.all([scopeOf(right, "MEETINGS"), readScopeOf(right)]);
  const writing = await writingFor(operation, right, window.timeZone, cardScope);
  const { t } = writing;
  const header = [...Object.values(meetingColumns).map((name) => t(name)), t("audit.value.repeat"), t("audit.value.createdBy")];
  let done = 0;
  async function* lines() {
    yield byteOrderMark + csvRecord(header);
    const asked = { orgId: operation.orgId, scope, cardScope };
    for await (const { rows, cards } of streamMeetings(asked, { userIds, cardId, ...window })) {
      done += rows.length;
      yield rows.map((one) => csvRecord(meetingCells(one, cards, writing))).join("");
      await amendOperation(operation, { total: done, done });
    }
  }
  await writeExport(operation, "meetings.csv", lines(), () => ({ total: done, done }), clock);
}

function meetingCells({ occurrence, description }: ExportedMeeting, cards: CardNames, writing: Writing): string[] {
  const { title, start, end, isAllDay, location, participants, guests, cardId, isRepeating, createdBy } = occurrence;
  const guestNames = guests.map(({ cardId: guestCard, email, name }) => {
    const known = (guestCard && cards[guestCard]?.name) ?? name;
    return known && email ? `${known} <${email}>` : (known ?? email ?? "");
  });
  return [
    title,
    dayIn(writing, start),
    hourIn(writing, start),
    // For all-day meetings, the last day.
    isAllDay ? dayAfter(end, -1) : dayIn(writing, end),
    hourIn(writing, end),
    location ?? "",
    participants.map(writing.personOf).join("; "),
    guestNames.filter((name) => name !== "").join("; "),
    writing.cardOf(cardId, cards),
    description ?? "",
    yesOrNo(writing, isRepeating),
    writing.personOf(createdBy),
  ];
}
