import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commentProcedures, communicationProcedures, meetingProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { timelineProcedures } from "./index.ts";
import type { TimelineChannel, TimelineEntry } from "./schema.ts";

const [list, top] = [named(timelineProcedures, "timeline.list"), named(timelineProcedures, "timeline.top")];
const [log, comment, editComment, removeComment] = [
  named(communicationProcedures, "communications.create"),
  named(commentProcedures, "comments.create"),
  named(commentProcedures, "comments.update"),
  named(commentProcedures, "comments.remove"),
];
const [newTask, editTask] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.update")];
const newMeeting = named(meetingProcedures, "meetings.create");
const merge = named(cardProcedures, "cards.merge");
const [newCard, editCard] = [named(cardProcedures, "cards.create"), named(cardProcedures, "cards.update")];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const types = await owner.call(named(cardProcedures, "cards.types"), {});
  typeId = types[0]?.id ?? expect.fail("no type");
});
afterAll(() => backend.close());

const card = async () => (await owner.call(newCard, { typeId, fields: { name: "Galil Cold Storage" } })).id;
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
const call = (cardId: CardId, happenedAt: string, note: string) => owner.call(log, { type: "CALL", cardId, happenedAt, note });
const wordOf = (entry: TimelineEntry): string => {
  if (entry.kind === "history") return entry.record.action;
  if ("title" in entry.value) return entry.value.title;
  if (entry.type === "MAIL") return entry.value.subject;
  if (entry.type === "SMS") return entry.value.text;
  if (entry.type === "WHATSAPP") return entry.value.text ?? "";
  return entry.type === "COMMENT"
    ? (JSON.stringify(entry.value.body).match(/"text":"(\w+)/)?.[1] ?? "")
    : (entry.value.note ?? "");
};
const every = async (cardId: CardId, order: "newest" | "oldest", limit: number, channels?: TimelineChannel[]) => {
  const entries: TimelineEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await owner.call(list, {
      cardId,
      order,
      limit,
      ...(cursor ? { cursor } : {}),
      ...(channels ? { channels } : {}),
    });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor);
  return entries;
};

it("has everything in the order in which it happened, both ways round and whatever the page", async () => {
  const cardId = await card();
  await owner.call(comment, { cardId, body: said("comment") });
  await owner.call(editCard, { cardId, fields: { name: "Galil" } });
  await call(cardId, "2020-01-01T10:00:00Z", "first");
  await owner.call(newTask, { cardId, title: "task", due: "2030-01-01" });
  await call(cardId, "2020-01-02T10:00:00Z", "second");
  const expected = ["task", "card.update", "comment", "card.create", "second", "first"];
  for (const limit of [1, 2, 3, 100]) {
    expect((await every(cardId, "newest", limit)).map(wordOf)).toEqual(expected);
    expect((await every(cardId, "oldest", limit)).map(wordOf)).toEqual(expected.toReversed());
  }
  expect((await every(cardId, "newest", 2, ["calls", "comments"])).map(wordOf)).toEqual(["comment", "second", "first"]);
  expect((await every(cardId, "newest", 2, ["history"])).map(wordOf)).toEqual(["card.update", "card.create"]);
});

it("has what concerns the card as a guest, and what concerned cards that were merged into it, each once and in order", async () => {
  const [cardId, other] = [await card(), await card()];
  const guest = { guests: [{ cardId }] };
  await owner.call(newMeeting, { title: "guest", start: "2022-01-01T10:00", ...guest });
  await call(cardId, "2022-01-02T10:00:00Z", "own");
  await owner.call(newMeeting, { title: "both", start: "2022-01-03T10:00", guests: [{ cardId }, { cardId: other }] });
  await call(other, "2022-01-04T10:00:00Z", "merged");
  await owner.call(newMeeting, { title: "theirs", start: "2022-01-05T10:00", guests: [{ cardId: other }] });
  await owner.call(merge, { survivorId: cardId, otherIds: [other] });
  const expected = ["theirs", "merged", "both", "own", "guest"];
  for (const limit of [1, 2, 5, 100]) {
    expect((await every(cardId, "newest", limit, ["calls", "meetings"])).map(wordOf)).toEqual(expected);
    expect((await every(cardId, "oldest", limit, ["calls", "meetings"])).map(wordOf)).toEqual(expected.toReversed());
  }
});

it("a meeting stands where it was made until it begins, then where it began; a series where it was made", async () => {
  const cardId = await card();
  await call(cardId, "2022-01-02T10:00:00Z", "call");
  const meet = (title: string, start: string, more = {}) => owner.call(newMeeting, { title, start, cardId, ...more });
  await meet("past", "2022-01-01T10:00");
  await meet("future", "2035-01-01T10:00");
  await meet("series", "2022-01-03T10:00", { repeat: { frequency: "day", every: 7, ends: { type: "never" } } });
  const expected = ["series", "future", "call", "past"];
  for (const limit of [1, 2, 100]) {
    expect((await every(cardId, "newest", limit, ["calls", "meetings"])).map(wordOf)).toEqual(expected);
    expect((await every(cardId, "oldest", limit, ["calls", "meetings"])).map(wordOf)).toEqual(expected.toReversed());
  }
});

it("pages by place: what comes and goes between two pages neither repeats entries nor skips any", async () => {
  const instants = fc.integer({ min: 0, max: 40 }).map((minutes) => new Date(Date.UTC(2021, 0, 1, 0, minutes)).toISOString());
  await fc.assert(
    fc.asyncProperty(
      fc.array(instants, { minLength: 3, maxLength: 12 }),
      fc.array(instants, { maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (before, meanwhile, limit) => {
        const cardId = await card();
        const known = await Promise.all(before.map(async (at, n) => (await call(cardId, at, `n${n}`)).id));
        const first = await owner.call(list, { cardId, limit, channels: ["calls"] });
        for (const at of meanwhile) await call(cardId, at, "later");
        const rest: TimelineEntry[] = [];
        let cursor = first.nextCursor;
        while (cursor) {
          const page = await owner.call(list, { cardId, limit, cursor, channels: ["calls"] });
          rest.push(...page.entries);
          cursor = page.nextCursor;
        }
        const ids = [...first.entries, ...rest].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(known.filter((id) => !ids.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
});

it("a done task is listed when it was done; due and pinned entries are on top, with the number of each channel", async () => {
  const cardId = await card();
  const [late, soon] = [
    await owner.call(newTask, { cardId, title: "late", due: "2035-01-01" }),
    await owner.call(newTask, { cardId, title: "soon", due: "2031-01-01" }),
  ];
  const made = await owner.call(comment, { cardId, body: said("kept") });
  await owner.call(comment, { cardId, body: said("answer"), parentId: made.id });
  await owner.call(editComment, { commentId: made.id, pinned: true });
  const before = await owner.call(top, { cardId });
  expect(before.upcoming.map(({ value }) => value.id)).toEqual([soon.id, late.id]);
  expect(before.pinned.map(({ value }) => value.id)).toEqual([made.id]);
  expect(before.counts).toEqual({
    comments: 1,
    mail: 0,
    sms: 0,
    whatsapp: 0,
    calls: 0,
    social: 0,
    tasks: 2,
    meetings: 0,
    history: 1,
  });
  await owner.call(editTask, { taskId: late.id, done: true });
  expect((await owner.call(top, { cardId })).upcoming).toHaveLength(1);
  expect((await every(cardId, "newest", 10)).map(wordOf)[0]).toBe("late");
  await owner.call(removeComment, { commentId: made.id });
  expect(await owner.call(top, { cardId })).toMatchObject({ pinned: [], counts: { comments: 0 } });
});
