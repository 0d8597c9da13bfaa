import type { NotificationEntry } from "../schema.ts";
import { expect, it } from "vitest";
import { byCard, groupsOf } from "./groups.ts";

const entry = (id: string, at: string, more: Partial<NotificationEntry> = {}): NotificationEntry => ({
  id,
  kind: "taskAssigned",
  at: `2026-11-23T${at}:00.000Z`,
  isRead: true,
  actorId: "usr_a",
  count: 1,
  subjects: [{ id: `act_${id}`, name: id, cardId: null }],
  details: {},
  ...more,
});

it("gathers what one person assigned within an hour, and nothing else", () => {
  const groups = groupsOf([
    entry("5", "10:30"),
    entry("4", "10:10", { isRead: false, subjects: [{ id: "act_5", name: "5", cardId: null }] }),
    entry("3", "10:05", { actorId: "usr_b" }),
    entry("2", "10:00", { kind: "taskReminder" }),
    entry("1", "09:20"),
  ]);
  expect(groups.map(({ entries }) => entries.map(({ id }) => id))).toEqual([["5", "4"], ["3"], ["2"], ["1"]]);
  expect(groups[0]).toMatchObject({ id: "5", count: 1, isRead: false });
});

it("count tasks that are to be done, and name them first; those that are done only where all of them are", () => {
  const task = (id: string, isDone = false) => ({ id: `act_${id}`, name: id, cardId: null, isDone });
  const [some] = groupsOf([
    entry("4", "10:30", { subjects: [task("a", true), task("b"), task("c")], count: 3 }),
    entry("3", "10:20", { subjects: [task("d", true)] }),
    entry("2", "10:10", { subjects: [task("e")] }),
  ]);
  expect(some).toMatchObject({ count: 3, subjects: [{ name: "b" }, { name: "c" }, { name: "e" }, { name: "a" }, { name: "d" }] });
  const done = [entry("2", "10:10", { subjects: [task("a", true)] }), entry("1", "10:05", { subjects: [task("b", true)] })];
  expect(groupsOf(done)).toMatchObject([{ count: 2, subjects: [{ name: "a" }, { name: "b" }] }]);
});

it("stand under their cards: the one with the newest first, several cards of one entry each, and those without one last", () => {
  const [first, second] = [`crd_${"A".repeat(26)}`, `crd_${"B".repeat(26)}`] as const;
  const on = (id: string, cardId: `crd_${string}` | null) => ({ id, name: id, cardId });
  const cards = byCard([
    entry("5", "10:30", { subjects: [on("act_e", null)] }),
    entry("4", "10:20", { subjects: [on("act_d", second), on("act_c", first), on("act_x", null)], count: 3 }),
    entry("3", "10:10", { kind: "mention", subjects: [on("act_m", null)], details: { cardId: first } }),
    entry("2", "10:00", { kind: "importDone", subjects: [] }),
    entry("1", "09:00", { kind: "cardAssigned", subjects: [on(second, second)] }),
  ]);
  expect(cards.map(({ cardId, entries }) => [cardId, entries.map(({ id, count }) => `${id} ${count}`)])).toEqual([
    [second, ["4 1", "1 1"]],
    [first, ["4 1", "3 1"]],
    [null, ["5 1", "4 1", "2 1"]],
  ]);
});
