import type { TaskGrouping } from "@kartis/core/activities/tasks/rules.ts";
import type { Task, TaskSection } from "@kartis/core/activities/tasks/schema.ts";
import { describe, expect, it } from "vitest";
import { itemsBetween, layoutOf } from "./layout.ts";
import { sectionsOf } from "./sections.ts";

const today = "2026-11-25";
const task = (id: string, due: string, changes: Partial<Task> = {}): Task => ({
  id: `act_${id}`,
  version: 1,
  title: id,
  description: null,
  location: null,
  due,
  dueAt: due.length === 10 ? `${due}T23:59:59.999Z` : due,
  assignedTo: null,
  priority: null,
  cardId: null,
  checklist: [],
  repeat: null,
  repeatOn: "done",
  reminder: null,
  attachments: [],
  done: false,
  doneAt: null,
  createdBy: null,
  automationId: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  trashedAt: null,
  ...changes,
});
const rows = [task("late", "2026-11-20"), task("now", today), task("next", "2026-11-26"), task("far", "2026-12-24")];
const groups = { overdue: 1, today: 1, tomorrow: 1, later: 1 };
const order = { sort: "due", group: "due", reversed: false } as const;
const listed = (shown: (task: Task) => Task | undefined, counted = groups) =>
  sectionsOf({
    open: { rows, total: 4, groups: counted, sections: [] },
    done: { rows: [], total: 0 },
    order,
    cardOf: () => null,
    shown,
    today,
    timeZone: "UTC",
  }).map(({ name, count, tasks }) => `${name} ${count}: ${tasks.map(({ title }) => title).join(", ")}`);

describe("the groups of a list", () => {
  it("are by due date, and empty ones are absent", () => {
    expect(listed((one) => one)).toEqual(["overdue 1: late", "today 1: now", "tomorrow 1: next", "later 1: far"]);
  });

  it("have a task where it is shown, and counts that follow before the server has counted again", () => {
    const moved = (one: Task) => (one.title === "late" ? { ...one, due: today, dueAt: `${today}T08:00:00.000Z` } : one);
    expect(listed(moved)).toEqual(["today 2: late, now", "tomorrow 1: next", "later 1: far"]);
    const ticked = (one: Task) => (one.title === "now" ? { ...one, done: true, doneAt: `${today}T08:00:00.000Z` } : one);
    expect(listed(ticked)).toEqual(["overdue 1: late", "tomorrow 1: next", "later 1: far", "done 1: now"]);
    expect(listed((one) => (one.title === "far" ? undefined : one))).toEqual([
      "overdue 1: late",
      "today 1: now",
      "tomorrow 1: next",
    ]);
  });

  it("count tasks that are not here yet, and leave room for them", () => {
    const counted = { ...groups, later: 40 };
    expect(listed((one) => one, counted).at(-1)).toBe("later 40: far");
    const sections = sectionsOf({
      open: { rows, total: 43, groups: counted, sections: [] },
      done: undefined,
      order,
      cardOf: () => null,
      shown: (one) => one,
      today,
      timeZone: "UTC",
    });
    const { items, height } = layoutOf(sections, new Set(["today"]), { head: 32, row: 36 });
    // Four heads, three open rows, and 39 to come; the row of today is folded away.
    expect(height).toBe(4 * 32 + (3 + 39) * 36);
    expect(items.map(({ kind }) => kind)).toEqual(["head", "task", "head", "head", "task", "head", "task", "rest"]);
    expect(itemsBetween(items, 40, 70).map(({ key }) => key)).toEqual(["act_late", "today"]);
    expect(itemsBetween(items, 1000, 1100).map(({ kind }) => kind)).toEqual(["rest"]);
  });
});

describe("other groups", () => {
  const people = [
    task("a", today, { assignedTo: "usr_dani", priority: "LOW" }),
    task("b", "2026-11-26", { assignedTo: "usr_noa", priority: "HIGH" }),
    task("c", "2026-11-27"),
  ];
  const sectioned = (
    group: TaskGrouping,
    sections: readonly TaskSection[],
    given: Partial<Parameters<typeof sectionsOf>[0]> = {},
  ) =>
    sectionsOf({
      open: { rows: people, total: 3, groups, sections },
      done: { rows: [], total: 0 },
      order: { sort: "due", group, reversed: false },
      cardOf: ({ cardId }) => cardId,
      shown: (one) => one,
      today,
      timeZone: "UTC",
      ...given,
    }).map(({ key, count, tasks }) => `${key} ${count}: ${tasks.map(({ title }) => title).join(", ")}`);
  const byPerson = [
    { key: "usr_noa", count: 1 },
    { key: "usr_dani", count: 1 },
    { key: null, count: 1 },
  ];

  it("stand in the order of the server, with tasks that were changed here where they belong now", () => {
    expect(sectioned("assignee", byPerson)).toEqual(["usr_noa 1: b", "usr_dani 1: a", "null 1: c"]);
    const given = (one: Task) => (one.title === "c" ? { ...one, assignedTo: "usr_avi" as const } : one);
    expect(sectioned("assignee", byPerson, { shown: given })).toEqual(["usr_noa 1: b", "usr_dani 1: a", "usr_avi 1: c"]);
    const dropped = (one: Task) => (one.title === "a" ? { ...one, assignedTo: null } : one);
    expect(sectioned("assignee", byPerson, { shown: dropped })).toEqual(["usr_noa 1: b", "null 2: a, c"]);
  });

  it("by priority have the most urgent first, and while something is dragged also those without a task", () => {
    const counted = [
      { key: "HIGH", count: 1 },
      { key: "LOW", count: 1 },
      { key: null, count: 1 },
    ];
    expect(sectioned("priority", counted)).toEqual(["HIGH 1: b", "LOW 1: a", "null 1: c"]);
    expect(sectioned("priority", counted, { withEmpty: true })).toEqual(["HIGH 1: b", "MEDIUM 0: ", "LOW 1: a", "null 1: c"]);
    expect(
      sectioned("due", [], {
        withEmpty: true,
        open: { rows: [], total: 0, groups: { overdue: 0, today: 0, tomorrow: 0, later: 0 }, sections: [] },
      }),
    ).toEqual(["today 0: ", "tomorrow 0: ", "later 0: "]);
  });

  it.each([
    ["due", "none", "c, b, a"],
    ["priority", "none", "a, b, c"],
    ["priority", "priority", "b; a; c"],
    ["created", "none", "a, b, c"],
    // In groups by day each group is reversed, and they are not.
    ["due", "due", "a; b; c"],
  ] as const)("sorted by %s the other way round in groups by %s, what has no value is last", (sort, group, expected) => {
    const counted = ["HIGH", "LOW", null].map((key) => ({ key, count: 1 }));
    const listed = sectionsOf({
      open: { rows: people, total: 3, groups, sections: group === "priority" ? counted : [] },
      done: undefined,
      order: { sort, group, reversed: true },
      cardOf: () => null,
      shown: (one) => one,
      today,
      timeZone: "UTC",
    });
    expect(
      listed
        .map(({ tasks }) => tasks.map(({ title }) => title).join(", "))
        .filter(Boolean)
        .join("; "),
    ).toBe(expected);
  });

  it("without any, what is open has no head, and more is asked for where no section counts what is left", () => {
    const sections = sectionsOf({
      open: { rows: people, total: 3, groups, sections: [] },
      done: undefined,
      order: { sort: "created", group: "none", reversed: false },
      cardOf: () => null,
      shown: (one) => one,
      today,
      timeZone: "UTC",
    });
    const { items } = layoutOf(sections, new Set([":none"]), { head: 32, row: 36 }, true);
    expect(items.map(({ kind }) => kind)).toEqual(["task", "task", "task", "rest"]);
  });
});
