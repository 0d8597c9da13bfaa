import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../../activities/index.ts";
import type { OperationId } from "../../kernel/id.ts";
import { membersProcedures } from "../../members/index.ts";
import { onboardingProcedures } from "../../onboarding/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { type Firm, newFirm } from "../firm.fixture.ts";
import { importProcedures } from "../index.ts";
import type { DayOrder } from "../../kernel/local-times.ts";

const [start, checkRows] = [named(importProcedures, "imports.start"), named(importProcedures, "imports.checkRows")];
const settingsOf = named(onboardingProcedures, "organizations.settings");
const changeSettings = named(onboardingProcedures, "organizations.update");
const rename = named(profileProcedures, "profile.update");

let backend: Backend;
let firm: Firm; // in Jerusalem
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  firm = await newFirm();
});
afterAll(() => backend.close());

type Kind = "tasks" | "meetings";
const columnsOf = (fieldIds: readonly string[], dayOrder?: DayOrder) =>
  fieldIds.map((fieldId, column) => ({ column, fieldId, ...(dayOrder ? { dayOrder } : {}) }));

/** Problems of a row, when imported by that person. */
async function wrongIn(typeId: Kind, row: Readonly<Record<string, string>>, by: Pick<Firm["owner"], "call"> = firm.owner) {
  const mapping = columnsOf(Object.keys(row));
  const [checked] = await by.call(checkRows, { typeId, mapping, rows: [{ line: 2, cells: Object.values(row) }] });
  return checked?.errors.map(({ fieldId, message }) => [fieldId, message]);
}

async function importOne(
  typeId: Kind,
  row: Readonly<Record<string, string>>,
  { timeZone, dayOrder }: { timeZone?: string; dayOrder?: DayOrder } = {},
): Promise<OperationId> {
  const fieldIds = Object.keys(row);
  const fileId = await firm.upload(`${fieldIds.join(";")}\n${Object.values(row).join(";")}`);
  const { operationId } = await firm.owner.call(start, { typeId, fileId, mapping: columnsOf(fieldIds, dayOrder), timeZone });
  await firm.run(operationId);
  expect(await firm.get(operationId)).toMatchObject({ created: 1 });
  return operationId;
}

async function tasks() {
  const asked = { timeZone: "Asia/Jerusalem", state: "open", sort: "created", group: "none", reversed: true } as const;
  return (await firm.owner.call(named(taskProcedures, "tasks.list"), asked)).rows;
}
async function meetings() {
  const window = { from: "2031-01-01T00:00:00.000Z", until: "2031-12-31T00:00:00.000Z", timeZone: "Asia/Jerusalem" };
  return (await firm.owner.call(named(meetingProcedures, "meetings.range"), window)).occurrences;
}

it("times are by the clocks of whoever imports, or else by the organization's, and days in the order that was chosen", async () => {
  const newYork = { timeZone: "America/New_York" } as const;
  await importOne("tasks", { title: "Here", due: "3/4/2031 10:00" });
  await importOne("tasks", { title: "There", due: "3/4/2031 10:00" }, newYork);
  await importOne("tasks", { title: "In their order", due: "3/4/2031 10:00" }, { ...newYork, dayOrder: "monthFirst" });
  expect((await tasks()).map(({ title, due }) => [title, due])).toEqual([
    ["Here", "2031-04-03T07:00:00.000Z"],
    ["There", "2031-04-03T14:00:00.000Z"],
    ["In their order", "2031-03-04T15:00:00.000Z"],
  ]);
  await importOne("meetings", { title: "There", start: "3/4/2031 10:00", end: "3/4/2031 11:30" }, newYork);
  expect(await meetings()).toMatchObject([{ start: "2031-04-03T14:00:00.000Z", end: "2031-04-03T15:30:00.000Z" }]);
});

it("days whose order was not chosen are read as the organization's country writes them", async () => {
  const { version, phone: _, whatsappNumber: __, ...settings } = await firm.owner.call(settingsOf, {});
  await firm.owner.call(changeSettings, { ...settings, phone: "", whatsappNumber: "", region: "US", expectedVersion: version });
  await importOne("tasks", { title: "As usual", due: "3/4/2031 10:00" });
  await importOne("tasks", { title: "As chosen", due: "3/4/2031 10:00" }, { dayOrder: "dayFirst" });
  expect((await tasks()).map(({ title, due }) => [title, due])).toEqual([
    ["As usual", "2031-03-04T08:00:00.000Z"],
    ["As chosen", "2031-04-03T07:00:00.000Z"],
  ]);
});

it("days may be said in words, counted from the day on which the import was asked for by the clocks of whoever imports", async () => {
  for (const [title, due] of [
    ["Hungarian", "2031. április 3. 14:00"],
    ["Russian", "3 апреля 2031 г."],
  ] as const)
    await importOne("tasks", { title, due });
  expect((await tasks()).map(({ title, due }) => [title, due])).toEqual([
    ["Hungarian", "2031-04-03T11:00:00.000Z"],
    ["Russian", "2031-04-03"],
  ]);
  for (const word of ["tomorrow", "מחר", "holnap", "завтра"]) await importOne("tasks", { title: word, due: word });
  const tomorrow = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.now() + 86_400_000);
  const soon = (await tasks()).filter(({ title }) => !["Hungarian", "Russian"].includes(title));
  expect(new Set(soon.map(({ due }) => due))).toEqual(new Set([tomorrow("Asia/Jerusalem")]));
  await importOne("tasks", { title: "Far", due: "tomorrow" }, { timeZone: "Pacific/Kiritimati" });
  expect((await tasks()).find(({ title }) => title === "Far")?.due).toBe(tomorrow("Pacific/Kiritimati"));
  expect(await wrongIn("meetings", { title: "A", start: "soon" })).toEqual([["start", "validation.date"]]);
});

it("nobody is taken who is suspended, or whose name another has too", async () => {
  const { owner } = firm;
  const [gone, one, two] = [await newMember(owner, {}), await newMember(owner, {}), await newMember(owner, {})];
  await gone.call(rename, { name: "Noa Suspended" });
  for (const twin of [one, two]) await twin.call(rename, { name: "Dana Twin" });
  await owner.call(named(membersProcedures, "members.suspend"), { userIds: [gone.userId] });
  for (const [name, message] of [
    ["Noa Suspended", "validation.person"],
    [gone.userId, "validation.person"],
    ["Dana Twin", "validation.severalPeople"],
  ] as const) {
    expect(await wrongIn("tasks", { title: "A", due: "2031-01-01", assignedTo: name })).toEqual([["assignedTo", message]]);
    expect(await wrongIn("meetings", { title: "A", start: "2031-01-01", participants: name })).toEqual([
      ["participants", message],
    ]);
  }
  expect(await wrongIn("tasks", { title: "A", due: "2031-01-01", assignedTo: two.userId })).toEqual([]);
});

it("of several people the one who is refused is named, on the screen and in the file of refused rows", async () => {
  const { owner } = firm;
  const known = await newMember(owner, {});
  await known.call(rename, { name: "Dana Known" });
  const refused = async (row: Readonly<Record<string, string>>) => {
    const mapping = columnsOf(Object.keys(row));
    const [checked] = await owner.call(checkRows, {
      typeId: "meetings",
      mapping,
      rows: [{ line: 2, cells: Object.values(row) }],
    });
    return checked?.errors.map(({ fieldId, message, part }) => [fieldId, message, part]);
  };
  const meeting = { title: "A", start: "2031-01-01" };
  expect(await refused({ ...meeting, participants: "Dana Known; Nobody Known" })).toEqual([
    ["participants", "validation.person", "Nobody Known"],
  ]);
  expect(await refused({ ...meeting, guests: "d@x.example; No Such Card" })).toEqual([
    ["guests", "validation.guest", "No Such Card"],
  ]);
  expect(await refused({ ...meeting, start: "soon" })).toEqual([["start", "validation.date", undefined]]);
  const fileId = await firm.upload('title;start;participants\nA;2031-01-01;"Dana Known, Nobody Known"');
  const { operationId } = await owner.call(start, {
    typeId: "meetings",
    fileId,
    mapping: columnsOf(["title", "start", "participants"]),
  });
  await firm.run(operationId);
  const { errors, rejectsUrl } = await firm.get(operationId);
  expect(errors).toMatchObject([{ fieldId: "participants", part: "Nobody Known" }]);
  expect(await firm.textOf(rejectsUrl)).toContain("Nobody Known: No one in the organization");
});

it("a file without a column of people is of whoever imports it; an empty cell in one is of nobody", async () => {
  const { userId } = firm.owner;
  await importOne("tasks", { title: "Own", due: "2031-01-01" });
  await importOne("tasks", { title: "Nobody's", due: "2031-01-01", assignedTo: "" });
  expect((await tasks()).map(({ title, assignedTo }) => [title, assignedTo])).toEqual([
    ["Own", userId],
    ["Nobody's", null],
  ]);
  await importOne("meetings", { title: "Own", start: "2031-01-01" });
  await importOne("meetings", { title: "Nobody's", start: "2031-01-02", participants: "" });
  expect((await meetings()).map(({ title, participants }) => [title, participants])).toEqual([
    ["Own", [userId]],
    ["Nobody's", []],
  ]);
});

it("no card that its maker does not see is named, be it by name, address or id, nor one of several of a name", async () => {
  const { owner } = firm;
  await firm.redefine({ identifiers: [] });
  const hidden = await firm.create({ name: "Hidden", email: "hidden@x.example" });
  for (const email of ["one@x.example", "two@x.example"]) await firm.create({ name: "Twin", email });
  const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
    name: "Planner",
    grants: { "TASKS.create": "USER", "MEETINGS.create": "USER", "CARDS.read": "USER" },
  });
  const planner = await newMember(owner, { roleId });
  for (const cardId of ["Hidden", "hidden@x.example", hidden.id, `Hidden <${hidden.id}>`]) {
    const task = { title: "A", due: "2031-01-01", cardId };
    expect(await wrongIn("tasks", task)).toEqual([]);
    expect(await wrongIn("tasks", task, planner)).toEqual([["cardId", "validation.relatedCard"]]);
    const meeting = { title: "A", start: "2031-01-01", cardId };
    expect(await wrongIn("meetings", meeting, planner)).toEqual([["cardId", "validation.relatedCard"]]);
  }
  const invited = { title: "A", start: "2031-01-01", guests: "Hidden" };
  expect(await wrongIn("meetings", invited)).toEqual([]);
  expect(await wrongIn("meetings", invited, planner)).toEqual([["guests", "validation.guest"]]);
  expect(await wrongIn("meetings", { ...invited, guests: "Twin" })).toEqual([["guests", "validation.severalMatch"]]);
  expect(await wrongIn("tasks", { title: "A", due: "2031-01-01", cardId: "Twin" })).toEqual([
    ["cardId", "validation.severalCards"],
  ]);
});
