import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import type { Scope } from "../../kernel/scope.ts";
import { dayAfter, dayOf } from "../../kernel/zoned-time.ts";
import { newId } from "../../kernel/id.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { openReplica } from "../../replicas.ts";
import { taskProcedures } from "../index.ts";
import { taskGroupings, taskSorts } from "../tasks/rules.ts";
import { TaskFilterSchema } from "../tasks/schema.ts";
import { listingOf } from "./task-list.ts";

const [create, update, list] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.list"),
];
const [createCard, mergeCards, typesOf] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.types"),
];
const createRole = named(organizationProcedures, "roles.create");
const rename = named(profileProcedures, "profile.update");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const timeZone = "Asia/Jerusalem";
const lists = taskSorts.flatMap((sort) =>
  taskGroupings.flatMap((group) => [false, true].map((reversed) => ({ sort, group, reversed }))),
);
const day = (after: number) => dayAfter(dayOf(Date.now(), timeZone), after);
type Asked = Partial<z.input<typeof list.input>>;
const ask = (input: Asked = {}, who: Pick<Owner, "call"> = owner) => who.call(list, { timeZone, ...input });
const titles = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).rows.map(({ title }) => title);
const make = (title: string, after: number, more: object = {}) => owner.call(create, { title, due: day(after), ...more });
const cardOf = async (name: string, who = owner) => {
  const [type] = await owner.call(typesOf, {});
  return who.call(createCard, { typeId: type?.id ?? expect.fail("no type"), fields: { name } });
};

describe("filters", () => {
  it("take days that move along, counted from the caller's today", async () => {
    for (const after of [-8, -7, -1, 0, 1, 7, 8]) await make(String(after), after);
    expect(await titles({ dueFrom: -7, dueUntil: 7 })).toEqual(["-7", "-1", "0", "1", "7"]);
    expect(await titles({ dueUntil: -1 })).toEqual(["-8", "-7", "-1"]);
    expect(await titles({ dueFrom: 1, dueUntil: day(7) })).toEqual(["1", "7"]);
    expect(await titles({ dueFrom: 3, dueUntil: -3 })).toEqual([]);
  });

  it("separate tasks with a reminder and recurring ones from the others, also once the reminder or the rule is removed", async () => {
    await make("Both", 1, { reminder: 10, repeat: { frequency: "day", every: 1, ends: { type: "never" } } });
    const reminded = await make("Reminded", 2, { reminder: 10 });
    await make("Plain", 3);
    expect(await titles({ hasReminder: true })).toEqual(["Both", "Reminded"]);
    expect(await titles({ repeats: true })).toEqual(["Both"]);
    expect(await titles({ repeats: false, hasReminder: false })).toEqual(["Plain"]);
    await owner.call(update, { taskId: reminded.id, reminder: null });
    expect(await titles({ hasReminder: false })).toEqual(["Reminded", "Plain"]);
  });

  it.each([
    { dueFrom: 1.5 },
    { dueFrom: 4_000 },
    { dueUntil: Number.MAX_SAFE_INTEGER },
    { dueUntil: "2030-02-30" },
    { sort: "name" },
  ])("refuse %j", async (input) => {
    await expect(ask(input as Asked)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("sorting and grouping", () => {
  it("by when they are due, how urgent they are, who does them, what they are about, and when they were made", async () => {
    const [dani, avi] = [await newMember(owner, {}), await newMember(owner, {})];
    await dani.call(rename, { name: "Dani" });
    await avi.call(rename, { name: "avi" });
    const [galil, atlas] = [await cardOf("Galil"), await cardOf("atlas")];
    await make("A", 3, { assignedTo: dani.userId, priority: "LOW", cardId: galil.id });
    await make("B", 2, { assignedTo: avi.userId, priority: "HIGH", cardId: atlas.id });
    await make("C", 1, { assignedTo: null });
    await make("D", 0, { assignedTo: avi.userId, priority: "HIGH", cardId: galil.id });
    const bySort = async (sort: (typeof taskSorts)[number]) => (await titles({ sort, group: "none" })).join("");
    expect(await bySort("due")).toBe("DCBA");
    expect(await bySort("priority")).toBe("DBAC");
    expect(await bySort("assignee")).toBe("DBAC");
    expect(await bySort("card")).toBe("BDAC");
    expect(await bySort("created")).toBe("DCBA");

    const reversed = async (sort: (typeof taskSorts)[number], group: (typeof taskGroupings)[number] = "none") =>
      (await titles({ sort, group, reversed: true })).join("");
    expect(await reversed("due")).toBe("ABCD");
    // Tasks without a priority, person or card stay last; among equals the earliest due is first.
    expect(await reversed("priority")).toBe("ADBC");
    expect(await reversed("assignee")).toBe("ADBC");
    expect(await reversed("card")).toBe("DABC");
    expect(await reversed("created")).toBe("ABCD");
    // Groups stay where they are.
    expect(await reversed("due", "due")).toBe("DCAB");
    expect(await reversed("due", "priority")).toBe("BDAC");
    expect(await reversed("priority", "priority")).toBe("BDAC");
    expect(await reversed("priority", "assignee")).toBe("DBAC");

    const byGroup = async (group: (typeof taskGroupings)[number], sort: (typeof taskSorts)[number] = "due") => {
      const { rows, sections } = await ask({ group, sort });
      return [rows.map(({ title }) => title).join(""), sections.map(({ key, count }) => [key, count])];
    };
    expect(await byGroup("assignee")).toEqual([
      "DBAC",
      [
        [avi.userId, 2],
        [dani.userId, 1],
        [null, 1],
      ],
    ]);
    expect(await byGroup("priority", "created")).toEqual([
      "DBAC",
      [
        ["HIGH", 2],
        ["LOW", 1],
        [null, 1],
      ],
    ]);
    expect(await byGroup("card")).toEqual([
      "BDAC",
      [
        [atlas.id, 1],
        [galil.id, 2],
        [null, 1],
      ],
    ]);
    // Within today, tomorrow and later the tasks are in the order that was asked for.
    expect((await byGroup("due", "priority"))[0]).toBe("DCBA");
    expect(await byGroup("none")).toEqual(["DCBA", []]);
  });

  it("pages go on where the one before ended", async () => {
    for (const at of [1, 2, 3, 4, 5]) await make(String(at), at % 2, { priority: at % 2 ? "HIGH" : null });
    for (const { group, sort, reversed } of lists) {
      const whole = await titles({ group, sort, reversed });
      const paged: string[] = [];
      for (let cursor: number | null = 0; cursor !== null;) {
        const page = await ask({ group, sort, reversed, limit: 2, cursor });
        paged.push(...page.rows.map(({ title }) => title));
        cursor = page.nextCursor;
      }
      expect([group, sort, reversed, paged]).toEqual([group, sort, reversed, whole]);
      expect(new Set(whole).size).toBe(5);
    }
  });

  it("tasks of a card and of those merged into it are one section", async () => {
    const [kept, other] = [await cardOf("Galil"), await cardOf("Galil Ltd")];
    await make("Kept", 1, { cardId: kept.id });
    await make("Other", 0, { cardId: other.id });
    await owner.call(mergeCards, { survivorId: kept.id, otherIds: [other.id], choices: {} });
    expect(await ask({ group: "card" })).toMatchObject({
      sections: [{ key: kept.id, count: 2 }],
      mergedCards: { [other.id]: kept.id },
    });
  });

  it("cards that somebody does not see have neither a section nor a place of their own", async () => {
    const role = await owner.call(createRole, {
      name: "Tasks alone",
      grants: { "TASKS.read": "ORGANIZATION", "CARDS.read": "USER" },
    });
    const member = await newMember(owner, { roleId: role.id });
    await make("Zebra's", 2, { cardId: (await cardOf("Zebra")).id });
    await make("Atlas's", 3, { cardId: (await cardOf("Atlas")).id });
    expect((await ask({ group: "card", sort: "card" })).sections).toHaveLength(2);
    const seen = await ask({ group: "card", sort: "card" }, member);
    expect(seen).toMatchObject({ sections: [{ key: null, count: 2 }], cards: {}, mergedCards: {} });
    expect(seen.rows.map(({ title }) => title)).toEqual(["Zebra's", "Atlas's"]);
  });

  it("leave what is done in its order", async () => {
    for (const title of ["First", "Second"]) {
      const { id: taskId } = await make(title, 0, { priority: title === "First" ? "HIGH" : null });
      await owner.call(update, { taskId, done: true });
    }
    expect(await ask({ state: "done", sort: "priority", group: "priority" })).toMatchObject({
      rows: [{ title: "Second" }, { title: "First" }],
      sections: [],
    });
  });

  it("read rows for the page alone: what is counted and sorted is in an index, for everybody and for few", async () => {
    const { db } = await openReplica(owner.orgId);
    const people: Scope = { kind: "people", userIds: [newId("usr")] };
    const plans: string[] = [];
    const filters = [{}, { assignedTo: people.userIds }, { dueUntil: 7, priorities: ["HIGH"] }].map((asked) =>
      TaskFilterSchema.parse(asked),
    );
    for (const scope of [{ kind: "organization" } as const, people])
      for (const filter of filters)
        for (const order of lists) {
          const seen = { scope, cardScope: scope, timeZone, today: day(0) };
          const { counted, sections, ids } = listingOf(filter, { ...order, people: people.userIds }, seen);
          for (const { text, params } of [counted, ids(100, 0), ...(sections ? [sections] : [])]) {
            const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...params);
            plans.push(...plan.map(({ detail }) => String(detail)).filter((detail) => /(?:SCAN|SEARCH) activity\b/.test(detail)));
          }
        }
    expect([...new Set(plans)].filter((plan) => !plan.includes("USING COVERING INDEX activity_"))).toEqual([]);
    expect(plans.length).toBeGreaterThan(lists.length * 12);
  });
});
