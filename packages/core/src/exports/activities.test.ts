import { handler as run } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import { fileProcedures } from "../attachments/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { type CardId, isId, type OperationId } from "../kernel/id.ts";
import { operationProcedures } from "../operations/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { activityExportProcedures, byteOrderMark } from "./index.ts";

const [exportTasks, exportMeetings] = [
  named(activityExportProcedures, "tasks.export"),
  named(activityExportProcedures, "meetings.export"),
];
const [newTask, newMeeting, updateMeeting] = [
  named(taskProcedures, "tasks.create"),
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
];
const timeZone = "Asia/Jerusalem";

let backend: Backend;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) return expect.fail();
  cardId = (await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Arbel, Winery" } })).id;
});
afterAll(() => backend.close());

/** The lines of the file that an export makes, its header first. */
async function linesOf({ operationId }: { readonly operationId: OperationId }): Promise<{ lines: string[]; done: number }> {
  await deliver(run, sqsRecord({ orgId: owner.orgId, operationId }));
  const { state, done, resultUrl } = await owner.call(named(operationProcedures, "operations.get"), { operationId });
  const fileId = resultUrl?.split("/").at(-1);
  if (!isId("fil", fileId)) return expect.fail(`${state} without a file`);
  const { url } = await owner.call(named(fileProcedures, "files.download"), { fileId });
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer()).toString("utf8");
  expect(bytes.startsWith(byteOrderMark)).toBe(true);
  return { lines: bytes.slice(1).split("\r\n").slice(0, -1), done };
}

it("tasks come as their list has them, in the reader's zone and language, and no cell is a formula", async () => {
  await owner.call(newTask, { title: "=1+1", due: "2030-01-02", priority: "HIGH", cardId });
  await owner.call(newTask, {
    title: "Call, then write",
    due: "2030-01-01T22:30:00Z",
    assignedTo: null,
    checklist: [
      { id: "a", text: "Ask", done: true },
      { id: "b", text: "Answer" },
    ],
  });
  await owner.call(newTask, { title: "Over", due: "2030-01-01", done: true });
  await owner.call(named(profileProcedures, "profile.update"), { language: "he" });
  const { lines, done } = await linesOf(await owner.call(exportTasks, { timeZone }));
  const [header, ...rows] = lines;
  expect(header).toMatch(/^כותרת,/);
  expect(done).toBe(2);
  expect(rows[0]).toMatch(/^"Call, then write",2030-01-02,00:30,,,,לא,,,,"\[x\] Ask\n\[ \] Answer",/);
  expect(rows[1]).toMatch(/^"'=1\+1",2030-01-02,,[^,]*@[^,]*,גבוהה,"Arbel, Winery",לא,,/);
  const ofDone = await linesOf(await owner.call(exportTasks, { timeZone, state: "done" }));
  expect(ofDone.lines.slice(1).map((line) => line.split(",")[0])).toEqual(["Over"]);
  await owner.call(named(profileProcedures, "profile.update"), { language: "en" });
});

it("more tasks than one part has are all there once, in the order that was asked for", async () => {
  const other = (await newOwner()) satisfies Owner;
  const titles = Array.from({ length: 1_100 }, (_, at) => `Task ${String(at).padStart(4, "0")}`);
  const chunks = Array.from({ length: 22 }, (_, at) => titles.slice(at * 50, at * 50 + 50));
  for (const chunk of chunks)
    await Promise.all(
      chunk.map((title) =>
        other.call(newTask, { title, due: `2030-01-${String(1 + (Number(title.slice(-2)) % 28)).padStart(2, "0")}` }),
      ),
    );
  const { operationId } = await other.call(exportTasks, { timeZone: "UTC" });
  await deliver(run, sqsRecord({ orgId: other.orgId, operationId }));
  const operation = await other.call(named(operationProcedures, "operations.get"), { operationId });
  expect(operation).toMatchObject({ state: "done", total: titles.length, done: titles.length });
  const fileId = operation.resultUrl?.split("/").at(-1);
  if (!isId("fil", fileId)) return expect.fail();
  const { url } = await other.call(named(fileProcedures, "files.download"), { fileId });
  const rows = (await (await fetch(url)).text()).split("\r\n").slice(1, -1);
  expect(rows.map((row) => row.split(",")[0] ?? "").toSorted((one, other) => (one < other ? -1 : 1))).toEqual(titles);
  const days = rows.map((row) => row.split(",")[1] ?? "");
  expect(days).toEqual(days.toSorted((one, other) => (one < other ? -1 : 1)));
});

it("every time of a meeting is a line, with what differs at that time; whole days end on their last", async () => {
  const repeat = { frequency: "day", every: 1, ends: { type: "after", times: 3 } } as const;
  const guests = [{ email: "dana@x.example", name: "Dana" }, { cardId }];
  const standUp = await owner.call(newMeeting, {
    title: "Stand-up",
    start: "2030-03-01T07:00Z",
    minutes: 30,
    repeat,
    guests,
    description: "Daily",
  });
  const change = { scope: "one", day: "2030-03-02", title: "Sit-down", description: "Once" } as const;
  await owner.call(updateMeeting, { meetingId: standUp.id, ...change });
  await owner.call(newMeeting, { title: "Fair", start: "2030-03-02", days: 2, cardId });
  const window = { from: "2030-02-28T22:00:00Z", until: "2030-03-31T21:00:00Z", timeZone };
  const { lines } = await linesOf(await owner.call(exportMeetings, window));
  const cells = lines.slice(1).map((line) => line.split(",").slice(0, 5).join(","));
  expect(cells).toEqual([
    "Stand-up,2030-03-01,09:00,2030-03-01,09:30",
    "Fair,2030-03-02,,2030-03-03,",
    "Sit-down,2030-03-02,09:00,2030-03-02,09:30",
    "Stand-up,2030-03-03,09:00,2030-03-03,09:30",
  ]);
  expect(lines[1]).toContain('"Dana <dana@x.example>; Arbel, Winery"');
  expect([lines[1], lines[3]].map((line) => line?.match(/Daily|Once/)?.[0])).toEqual(["Daily", "Once"]);
  const onesOwn = await linesOf(await owner.call(exportMeetings, { ...window, userIds: ["usr_01J00000000000000000000000"] }));
  expect(onesOwn.lines).toHaveLength(1);
});
