import { taskCreation } from "../../activities/index.ts";
import { type AcceptedTask, type ChecklistItem, CreateTaskInput, priorities } from "../../activities/tasks/schema.ts";
import { priorityWords } from "../../activities/tasks/quick-add/vocabulary.ts";
import { ok, bad, isEmpty } from "../../cards/fields/field.ts";
import { parseInput } from "../../kernel/procedure.ts";
import { KartisError } from "../../kernel/error.ts";
import { isSkippedMoment, momentOf, readClock, readWhen, type When } from "../values/when.ts";
import { type ActivityRows, sharedNames } from "./activities.ts";
import { tasksAsTarget } from "./fields/tasks.ts";

const checklistForm = /^\s*\[([ xX✓v]?)\]\s*(.*)$/;

/** `[x] Done` and `[ ] open`, a line each, or plain lines; among marked lines, one without a mark continues the line before it. */
function readChecklist(text: string): Pick<ChecklistItem, "text" | "done">[] {
  const lines = text.split(/\r\n|\r|\n/);
  const isMarked = lines.some((line) => checklistForm.test(line));
  const items: Pick<ChecklistItem, "text" | "done">[] = [];
  for (const line of lines) {
    const [, mark, marked] = checklistForm.exec(line) ?? [];
    const last = items.at(-1);
    if (marked !== undefined) items.push({ text: marked, done: mark !== undefined && mark.trim() !== "" });
    else if (isMarked && last) items[items.length - 1] = { ...last, text: `${last.text}\n${line}` };
    else if (line.trim() !== "") items.push({ text: line.replace(/^\s*[-*•]\s+/, ""), done: false });
  }
  return items.filter((item) => item.text.trim() !== "");
}

/** Words for a task's state in other apps, in the four languages, besides yes and no. */
const doneWords = new Set(
  "done, completed, complete, finished, closed, בוצע, בוצעה, הושלם, הושלמה, סגור, kész, elkészült, befejezve, lezárva, готово, выполнено, выполнена, завершено, завершена, закрыта".split(
    ", ",
  ),
);
const openWords = new Set(
  "open, to do, todo, not started, in progress, pending, waiting, deferred, פתוח, פתוחה, לביצוע, בתהליך, nyitott, folyamatban, teendő, открыта, открыто, в работе, не начата, не начато".split(
    ", ",
  ),
);

interface TaskRow {
  readonly task: AcceptedTask;
  /** When it was completed; absent if the file does not say. */
  readonly doneAt?: string;
}

/** Rows that each become a task. Dates without a time are days; whoever imports is the assignee unless the file has a column of them. */
export const taskRows: ActivityRows<TaskRow> = {
  target: tasksAsTarget,
  alsoNamed: {
    title: [
      "name",
      "task",
      "task name",
      "subject",
      "to do",
      "todo",
      "summary",
      "משימה",
      "שם",
      "נושא",
      "feladat",
      "tárgy",
      "név",
      "cím",
      "задача",
      "название",
      "тема",
    ],
    due: [
      "due",
      "date",
      "deadline",
      "due by",
      "due on",
      "day",
      "תאריך",
      "יעד",
      "מועד",
      "dátum",
      "nap",
      "esedékes",
      "дата",
      "дедлайн",
      "крайний срок",
    ],
    dueTime: ["time", "hour", "שעה", "idő", "óra", "время", "час"],
    assignedTo: [
      "assigned to",
      "owner",
      "responsible",
      "person",
      "נציג",
      "אחראי",
      "משויך",
      "felelős",
      "hozzárendelve",
      "исполнитель",
      "ответственный",
    ],
    priority: ["importance", "urgency", "דחיפות", "חשיבות", "fontosság", "важность", "приоритетность"],
    cardId: sharedNames.cardId,
    done: ["completed", "complete", "is done", "finished", "בוצע", "הושלם", "הושלמה", "elkészült", "завершено", "сделано"],
    doneAt: ["completed at", "completed on", "date completed", "finished at"],
    location: sharedNames.location,
    description: sharedNames.description,
    checklist: ["subtasks", "רשימת משימות", "steps", "תתי משימות", "alfeladatok", "подзадачи"],
    ...Object.fromEntries(priorities.map((priority) => [`priority.${priority}`, priorityWords[priority]])),
  },
  read(field, cell, order, today) {
    switch (field.id) {
      case "due":
      case "doneAt":
        return readWhen(cell, order, field.id === "due" ? "validation.date" : "validation.datetime", today);
      case "dueTime": {
        const time = readClock(cell);
        return time === undefined ? bad("validation.time") : ok(time);
      }
      case "checklist":
        return ok(readChecklist(cell));
      case "done": {
        const word = cell.trim().toLowerCase();
        return doneWords.has(word) ? ok(true) : openWords.has(word) ? ok(false) : undefined;
      }
      default:
        return undefined;
    }
  },
  accept({ due, dueTime, doneAt, checklist, ...values }, { job, importerId, lookup }, timeZone) {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
    const hasAssignees = job.mapping.some(({ fieldId }) => fieldId === "assignedTo");
    const clock = typeof dueTime === "string" ? dueTime : undefined;
    // The readers above made them.
    const [dueBy, doneWhen] = [due as When | undefined, doneAt as When | undefined];
    if (dueBy && isSkippedMoment(dueBy, clock, timeZone))
      throw new KartisError("INVALID_INPUT", { fields: { [clock === undefined ? "due" : "dueTime"]: "validation.skippedTime" } });
    const items = ((checklist ?? []) as readonly object[]).map((item, at) => ({ id: `item-${at + 1}`, ...item }));
    const done = values["done"] === true || (values["done"] === undefined && doneWhen !== undefined);
    const {
      attachments: _,
      taskId: __,
      ...task
    } = parseInput(CreateTaskInput, {
      title: "",
      assignedTo: hasAssignees ? null : importerId,
      ...given,
      done,
      due: dueBy ? momentOf(dueBy, clock, timeZone) : undefined,
      checklist: items,
    });
    const stamp = doneWhen && done ? momentOf(doneWhen, doneWhen.time ?? "00:00", timeZone) : undefined;
    const { title, due: dueAt, assignedTo = null, priority, cardId, location, description } = task;
    return {
      input: { task, ...(stamp ? { doneAt: stamp } : {}) },
      shown: {
        title,
        due: dueAt,
        assignedTo,
        priority,
        cardId: cardId && (lookup.nameOf(cardId) ?? null),
        done: done || null,
        location,
        description,
        checklist: task.checklist.map(({ text }) => text).join(" · ") || null,
      },
    };
  },
  create: ({ task, doneAt }, { orgId, importerId, organization }, at) =>
    taskCreation(orgId, task, { by: importerId, timeZone: organization.timeZone, at, doneAt }),
};
