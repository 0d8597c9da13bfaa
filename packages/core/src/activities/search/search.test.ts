import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { errorShape } from "../../kernel/error.ts";
import { activityProcedures, reminderProcedures, taskProcedures } from "../index.ts";
import type { CardId, UserId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { reminderMinutes } from "../reminders/rules.ts";

const createRole = named(organizationProcedures, "roles.create");
const search = named(activityProcedures, "activities.search");
const pending = named(reminderProcedures, "reminders.pending");
const [create, update, remove] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.remove"),
];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const june = (time: string) => `2030-06-01T${time}:00.000Z`;
const task = (title: string, more: object = {}) => owner.call(create, { title, due: june("10:00"), ...more });
const found = async (input: object = {}, who: Pick<Owner, "call"> = owner) =>
  (await who.call(search, { type: "TASK", ...input })).rows;
const titles = async (...of: Parameters<typeof found>) => (await found(...of)).map(({ title }) => title);
const between = (from: string, until: string) => ({ reminder: { from: june(from), until: june(until) } });

describe("a task's reminder", () => {
  it("is so many minutes before it is due, and goes along when the due date does", async () => {
    for (const reminder of reminderMinutes) {
      const { id, version } = await task("Call", { reminder });
      const at = (due: string) => new Date(Date.parse(due) - reminder * 60_000).toISOString();
      const one = async () => (await found()).find((row) => row.id === id);
      expect(await one()).toMatchObject({ reminder: at(june("10:00")), date: june("10:00"), day: null });
      await owner.call(update, { taskId: id, expectedVersion: version, due: june("12:30") });
      expect(await one()).toMatchObject({ reminder: at(june("12:30")) });
      await owner.call(update, { taskId: id, reminder: null });
      expect(await one()).toMatchObject({ reminder: null });
    }
  });

  it("of a day is counted from the end of that day where the organization is", async () => {
    await task("Report", { due: "2030-06-01", reminder: 60 });
    expect(await found()).toMatchObject([{ date: "2030-06-01", reminder: "2030-06-01T20:00:00.000Z" }]);
  });

  it("is one of the seven, or none", async () => {
    for (const reminder of [0, 1, -5, 7.5, 2_000, "5", Number.MAX_SAFE_INTEGER])
      // @ts-expect-error -- what a caller may send all the same
      await expect(owner.call(create, { title: "Call", due: june("10:00"), reminder })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
  });

  it("may be of any instant that a task can be due at", async () => {
    await task("End of time", { due: "9999-12-31", reminder: 5 });
    expect(await titles({ reminder: { from: "2030-01-01T00:00:00Z", until: "9999-12-31T23:59:59Z" } })).toEqual(["End of time"]);
  });
});

describe("the search", () => {
  it("finds by range, person, card and state, those with the earliest reminder first", async () => {
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const card = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type?.id ?? expect.fail("no type"),
      fields: { name: "Galil" },
    });
    await task("Hour before", { reminder: 60, cardId: card.id });
    await task("None");
    await task("Five before", { reminder: 5, assignedTo: null });
    const day = await task("Day before", { reminder: 1_440 });
    const done = await task("Done", { reminder: 15, done: true });

    expect(await titles()).toEqual(["Day before", "Hour before", "Five before", "None", "Done"]);
    expect(await titles({ done: false })).toEqual(["Day before", "Hour before", "Five before", "None"]);
    expect(await titles({ done: true })).toEqual(["Done"]);
    expect(await titles(between("09:00", "09:55"))).toEqual(["Hour before"]);
    expect(await titles(between("09:00", "09:56"))).toEqual(["Hour before", "Five before"]);
    expect(await titles({ ...between("09:00", "09:56"), done: true })).toEqual([]);
    expect(await titles({ ...between("09:00", "09:56"), assignedTo: owner.userId })).toEqual(["Hour before"]);
    expect(await titles({ cardId: card.id })).toEqual(["Hour before"]);
    expect(await owner.call(search, { type: "TASK", cardId: card.id })).toMatchObject({
      cards: { [card.id]: { name: "Galil" } },
    });
    expect(await titles({ limit: 1 })).toEqual(["Day before"]);
    expect(await titles({ guests: [owner.userId] })).toEqual([]);

    await owner.call(remove, { taskId: day.id });
    await owner.call(update, { taskId: done.id, done: false });
    expect(await titles({ done: false })).toEqual(["Hour before", "Done", "Five before", "None"]);
  });

  it("shows each person what their role lets them see of the type", async () => {
    const member = async (grants: Grants) =>
      newMember(owner, { roleId: (await owner.call(createRole, { name: `Role ${Object.keys(grants).join()}`, grants })).id });
    const mine = await member({ "TASKS.read": "USER" });
    const none = await member({ "CARDS.read": "ORGANIZATION" });
    await task("For them", { reminder: 5, assignedTo: mine.userId });
    await task("For the owner", { reminder: 5 });
    expect(await titles(between("09:00", "10:00"), mine)).toEqual(["For them"]);
    const refused = await found({}, none).then(
      () => expect.fail("was not refused"),
      (error: unknown) => errorShape(error, "r"),
    );
    expect(refused).toMatchObject({ code: "NO_PERMISSION" });
  });

  it("finds reminders for whoever asks, by whatever else they ask for", async () => {
    const grants = fc.constantFrom<Grants>(
      {},
      { "TASKS.read": "USER" },
      { "TASKS.read": "ROLE_GROUP" },
      { "TASKS.read": "ORGANIZATION" },
      { "MEETINGS.read": "USER" },
      { "MEETINGS.read": "ORGANIZATION", "TASKS.read": "USER" },
    );
    const theirs = fc.record(
      {
        type: fc.constantFrom("TASK" as const, "MEETING" as const),
        done: fc.boolean(),
        guests: fc.subarray<UserId | CardId>([owner.userId, "crd_01M877DTERSYT8H0Q2S9SEYG8W"], { minLength: 1 }),
        assignedTo: fc.constant(owner.userId),
        cardId: fc.constant<CardId>("crd_01M877DTERSYT8H0Q2S9SEYG8W"),
      },
      { requiredKeys: ["type"] },
    );
    let roles = 0;
    const seats = new Map<string, ReturnType<typeof newMember>>();
    const seatOf = (granted: Grants) => {
      const key = JSON.stringify(granted);
      const seat =
        seats.get(key) ??
        owner
          .call(createRole, { name: `Role ${(roles += 1)}`, grants: granted })
          .then(({ id }) => newMember(owner, { roleId: id }));
      seats.set(key, seat);
      return seat;
    };
    await fc.assert(
      fc.asyncProperty(grants, theirs, async (granted, asked) => {
        const seat = await seatOf(granted);
        const isAllowed = granted[`${asked.type}S.read`] !== undefined;
        expect((await seat.call(pending, {})).rows).toEqual([]);
        const answer = await seat.call(search, { ...between("09:00", "10:00"), ...asked }).then(
          ({ rows }) => rows,
          (error: unknown) => errorShape(error, "r").code,
        );
        expect(answer).toEqual(isAllowed ? [] : "NO_PERMISSION");
      }),
      { numRuns: 60 },
    );
  });

  it("accepts instants of any zone, and refuses anything else", async () => {
    await task("Call", { reminder: 5 });
    const reminder = { from: "2030-06-01T11:55:00+02:00", until: "2030-06-01T10:00:00Z" };
    expect(await titles({ reminder })).toEqual(["Call"]);
    for (const from of ["yesterday", "2030-06-01", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", ""])
      await expect(found({ reminder: { from, until: june("10:00") } })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
