import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isMailEntry, type MailEntry, withThreadsJoined } from "./threads.ts";

const idOf = (at: number): ActivityId => `act_${String(at).padStart(26, "0")}`;
const mailOf = (at: number, thread: number): Mail => ({
  id: idOf(at),
  version: 1,
  cardId: "crd_1",
  direction: "OUT",
  from: { email: "noa@meridian.example", name: null },
  to: [],
  cc: [],
  bcc: [],
  subject: "Offer",
  body: [],
  quoted: [],
  signature: null,
  attachments: [],
  delivery: "sent",
  isCut: false,
  isUnverified: false,
  isReplyIgnored: false,
  dropped: 0,
  isAutomatic: false,
  gmail: null,
  sharing: "whole",
  answers: null,
  threadId: idOf(thread),
  pinned: false,
  createdBy: "usr_1",
  automationId: null,
  createdAt: new Date(at * 1_000).toISOString(),
  updatedAt: new Date(at * 1_000).toISOString(),
  trashedAt: null,
});
/** Entry as returned by the server: the latest email with the earlier ones. */
const entryOf = (mails: readonly Mail[], unseen = 0): MailEntry => {
  const [value = expect.fail("no mail"), ...rows] = mails.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const total = rows.length + unseen;
  const thread = total > 0 ? { rows, total } : null;
  return { kind: "activity", type: "MAIL", id: value.id, at: value.createdAt, value, thread };
};
const shownOf = (entries: readonly MailEntry[], gone: readonly string[] = []) =>
  withThreadsJoined(entries, new Set(gone))
    .filter(isMailEntry)
    .map(({ id, at, value, thread }) => {
      expect([id, at]).toEqual([value.id, value.createdAt]);
      return [id, ...(thread?.rows.map((row) => row.id) ?? [])];
    });

it("mails that were asked for at different times are one entry each exchange, the latest first, without what is deleted", () => {
  const asked = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.subarray([1, 2, 3, 4, 5], { minLength: 1 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(asked, fc.subarray([1, 2, 3, 4, 5]), (answers, deleted) => {
      const at = (thread: number, one: number) => thread * 10 + one;
      const entries = answers.map(([thread, ones]) => entryOf(ones.map((one) => mailOf(at(thread, one), thread))));
      const gone = deleted.flatMap((one) => [0, 1, 2].map((thread) => idOf(at(thread, one))));
      const expected = [0, 1, 2].flatMap((thread) => {
        const ones = new Set(answers.flatMap(([of, some]) => (of === thread ? some : [])));
        const left = [...ones].filter((one) => !deleted.includes(one)).toSorted((a, b) => b - a);
        return left.length > 0 ? [left.map((one) => idOf(at(thread, one)))] : [];
      });
      expect(new Set(shownOf(entries, gone))).toEqual(new Set(expected));
    }),
  );
});

it("those before that were never asked for are counted on, and what has not changed is the same object", () => {
  const thread = entryOf([mailOf(2, 1), mailOf(3, 1)], 48);
  expect(withThreadsJoined([thread])[0]).toBe(thread);
  const [joined] = withThreadsJoined([thread, entryOf([mailOf(4, 1)])]);
  expect(joined && isMailEntry(joined) && joined.thread?.total).toBe(50);
  expect(joined?.id).toBe(idOf(4));
});
