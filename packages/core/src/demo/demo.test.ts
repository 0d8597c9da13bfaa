import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { startSession } from "../identity/sessions.ts";
import { seedDemo } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("the demo's cards came over eight months, more of them of late, and most stand at the beginning of their process", async () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const noa = new Visitor({ now: () => now });
  const { ownerId } = await seedDemo(noa.clock);
  await startSession(ownerId, await noa.context());
  const types = await noa.call(named(cardProcedures, "cards.types"), {});
  const { id: cardTypeId, fields } = types.find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  const group = named(cardProcedures, "cards.group");

  const months = await noa.call(group, { cardTypeId, by: "createdAt", bucket: "month", sums: [] });
  const counts = months.map(({ count }) => count);
  expect(counts.length).toBeGreaterThanOrEqual(8);
  expect(counts.at(-2)).toBeGreaterThan(2 * (counts[1] ?? 0));

  const [from, until] = [-7, 14].map((days) => new Date(now + days * 86_400_000).toISOString());
  const window = { from: from ?? "", until: until ?? "", timeZone: "Asia/Jerusalem" };
  const { occurrences } = await noa.call(named(meetingProcedures, "meetings.range"), window);
  expect(occurrences.length).toBeGreaterThan(20);
  expect(occurrences.filter(({ title }) => title === "Weekly planning")).toHaveLength(3);
  const { rows, groups } = await noa.call(named(taskProcedures, "tasks.list"), { timeZone: "Asia/Jerusalem" });
  expect(Math.min(...Object.values(groups))).toBeGreaterThan(0);
  expect(rows.every(({ cardId }) => cardId !== null)).toBe(true);
  const doneToday = {
    timeZone: "Asia/Jerusalem",
    state: "done",
    doneFrom: new Date(now - 12 * 3_600_000).toISOString(),
  } as const;
  expect((await noa.call(named(taskProcedures, "tasks.list"), doneToday)).total).toBeLessThan(10);

  const stages = await noa.call(group, { cardTypeId, by: "status", sums: [] });
  const options = fields.find(({ id }) => id === "status")?.options ?? [];
  const [first = 0, ...others] = options.map(({ id }) => stages.find(({ value }) => value === id)?.count ?? 0);
  expect(first).toBeGreaterThan(2 * (others.at(-2) ?? 0));
  expect(Math.min(...others)).toBeGreaterThan(0);
}, 120_000);
