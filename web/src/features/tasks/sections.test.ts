import type { Task } from "@kartis/core/activities/tasks/schema.ts";
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
  reminder: null,
  done: false,
  doneAt: null,
  createdBy: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  trashedAt: null,
  ...changes,
});
const rows = [task("late", "2026-11-20"), task("now", today), task("next", "2026-11-26"), task("far", "2026-12-24")];
const groups = { overdue: 1, today: 1, tomorrow: 1, later: 1 };
const listed = (shown: (task: Task) => Task | undefined, counted = groups) =>
  sectionsOf({
    open: { rows, total: 4, groups: counted },
    done: { rows: [], total: 0 },
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
      open: { rows, total: 43, groups: counted },
      done: undefined,
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
