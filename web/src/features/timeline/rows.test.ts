import type { TimelineEntry } from "@kartis/core/timeline/schema.ts";
import { expect, it } from "vitest";
import { rowsOf, withoutPinned } from "./rows.ts";

const change = (id: string, at: string, userId: `usr_${string}` = "usr_a", origin = "ui"): TimelineEntry => ({
  kind: "history",
  id,
  at,
  record: {
    recordId: id,
    at,
    action: "card.update",
    userId,
    actorKind: "user",
    automationId: null,
    sourceId: null,
    origin,
    before: {},
    after: {},
  },
});
const words = (entries: readonly TimelineEntry[], zone = "UTC") =>
  rowsOf(entries, zone).map((row) =>
    row.kind === "day" ? row.day : row.kind === "run" ? row.items.map(({ id }) => id).join("+") : row.entry.id,
  );

it("changes by one person within ten minutes are one line; another person's, an import's or a later one is not", () => {
  const entries = [
    change("6", "2026-03-02T10:30:00.000Z"),
    change("5", "2026-03-02T10:09:00.000Z", "usr_a", "import"),
    change("4", "2026-03-02T10:08:00.000Z", "usr_b"),
    change("3", "2026-03-02T10:07:00.000Z"),
    change("2", "2026-03-02T10:03:00.000Z"),
    change("1", "2026-03-02T09:57:00.000Z"),
    change("0", "2026-03-02T09:56:59.000Z"),
  ];
  expect(words(entries)).toEqual(["2026-03-02", "6", "5", "4", "3+2+1", "0"]);
  expect(words(entries.toReversed())).toEqual(["2026-03-02", "0+1+2", "3", "4", "5", "6"]);
});

it("days are those of whoever looks, and end a line", () => {
  const entries = [change("2", "2026-03-02T22:04:00.000Z"), change("1", "2026-03-02T21:58:00.000Z")];
  expect(words(entries)).toEqual(["2026-03-02", "2+1"]);
  expect(words(entries, "Asia/Jerusalem")).toEqual(["2026-03-03", "2", "2026-03-02", "1"]);
});

it("what stands between two changes keeps them apart", () => {
  const call = { kind: "activity", type: "CALL", id: "c", at: "2026-03-02T10:01:00.000Z" } as TimelineEntry;
  expect(words([change("2", "2026-03-02T10:02:00.000Z"), call, change("1", "2026-03-02T10:00:00.000Z")])).toEqual([
    "2026-03-02",
    "2",
    "c",
    "1",
  ]);
});

it("what is pinned stands on top and nowhere else; an email stays in its exchange", () => {
  const at = "2026-03-02T10:01:00.000Z";
  const written = (type: string, id: string) => ({ kind: "activity", type, id, at, value: { id } }) as TimelineEntry;
  const [comment, mail, other] = [written("COMMENT", "c"), written("MAIL", "m"), written("COMMENT", "o")];
  const pinned = [{ value: { id: "c" } }, { value: { id: "m" } }];
  expect(withoutPinned([comment, mail, other, change("1", at)], pinned).map(({ id }) => id)).toEqual(["m", "o", "1"]);
  expect(withoutPinned([comment, mail]).map(({ id }) => id)).toEqual(["c", "m"]);
});
