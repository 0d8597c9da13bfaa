import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import { expect, it } from "vitest";
import { groupsOf } from "./groups.ts";

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
