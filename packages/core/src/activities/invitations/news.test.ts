import { expect, it } from "vitest";
import type { MeetingException } from "../meetings/meeting.ts";
import { newsAt } from "./news.ts";

const day = "2030-06-10";
const removed: MeetingException = { day, type: "removed" };
const later: MeetingException = { day, type: "changed", start: "2030-06-10T12:00:00.000Z" };
const others: MeetingException = { day, type: "changed", participants: [] };

it.each<[string, MeetingException | undefined, MeetingException | undefined, string | undefined]>([
  ["is removed", undefined, removed, "canceled"],
  ["is removed after it was moved", later, removed, "canceled"],
  ["takes place again", removed, undefined, "changed"],
  ["is moved", undefined, later, "changed"],
  ["is moved back", later, undefined, "changed"],
  ["has other people alone", undefined, others, undefined],
])("a time of a series that %s is that news", (_, was, is, news) => {
  expect(newsAt({ day, was, is })).toBe(news);
});
