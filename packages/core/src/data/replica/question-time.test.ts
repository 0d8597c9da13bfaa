import { seedBenchMeetings, seedBenchTasks } from "@kartis/tests/bench/seed.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { activityProcedures, meetingProcedures, taskProcedures } from "../../activities/index.ts";
import { cardProcedures } from "../../cards/index.ts";
import { TestOrganization } from "../../cards/replica/organization.fixture.ts";
import type { CardType } from "../../cards/schema.ts";
import { auditProcedures } from "../../journal/index.ts";
import type { CardId } from "../../kernel/id.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { boundingQuestions, type QuestionLimits } from "./question-time.ts";

const limits: QuestionLimits = { perRequestMs: 60_000, perSenderMs: 60_000, backPerSecondMs: 0 };

let backend: Backend;
let owner: Owner;
let type: CardType;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const types = await owner.call(named(cardProcedures, "cards.types"), {});
  type = types.find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  const cardIds = await new TestOrganization(owner.orgId).createChunk(
    type,
    Array.from({ length: 90 }, (_, at) => ({ name: `Card ${at}` })),
  );
  cardId = cardIds[0] ?? expect.fail("no card");
  for (const other of cardIds.slice(1, 20)) await owner.call(named(cardProcedures, "cards.remove"), { cardId: other });
  await seedBenchTasks(owner.orgId, owner.userId, [cardId], 90);
  await seedBenchMeetings(owner.orgId, owner.userId, 90);
  const { rows } = await owner.call(named(taskProcedures, "tasks.list"), { timeZone: "UTC", limit: 1 });
  await owner.call(named(taskProcedures, "tasks.remove"), { taskId: rows[0]?.id ?? expect.fail("no task") });
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

const search = named(cardProcedures, "cards.search");
const filter = { fieldId: "name", operator: "CONTAINS" as const, value: "card" };
const questions = {
  "a list": () => owner.call(search, { cardTypeId: type.id }),
  "a list by filter": () => owner.call(search, { cardTypeId: type.id, filter }),
  "a list that nothing matches": () => owner.call(search, { cardTypeId: type.id, filter: { ...filter, value: "nothing" } }),
  "a list by search": () => owner.call(search, { cardTypeId: type.id, search: "card" }),
  "a list of all types": () => owner.call(search, {}),
  groups: () => owner.call(named(cardProcedures, "cards.group"), { cardTypeId: type.id, by: "status" }),
  neighbours: () => owner.call(named(cardProcedures, "cards.neighbours"), { cardTypeId: type.id, cardId }),
  "free search": () => owner.call(named(cardProcedures, "cards.freeSearch"), { query: "card" }),
  "the trash of cards": () => owner.call(named(cardProcedures, "cards.trash"), {}),
  "tasks by words": () => owner.call(named(taskProcedures, "tasks.list"), { timeZone: "UTC", text: "nothing at all" }),
  "tasks in sections": () =>
    owner.call(named(taskProcedures, "tasks.list"), { timeZone: "UTC", group: "card", sort: "priority" }),
  "tasks that are done": () => owner.call(named(taskProcedures, "tasks.list"), { timeZone: "UTC", state: "done" }),
  "numbers of tasks": () => owner.call(named(taskProcedures, "tasks.counts"), { timeZone: "UTC" }),
  "the trash of tasks": () => owner.call(named(taskProcedures, "tasks.trash"), {}),
  "a search of activities": () => owner.call(named(activityProcedures, "activities.search"), { type: "TASK", done: true }),
  "a calendar": () =>
    owner.call(named(meetingProcedures, "meetings.range"), {
      from: "2026-10-31T00:00:00Z",
      until: "2026-12-01T00:00:00Z",
      timeZone: "UTC",
    }),
  "a timeline": () => owner.call(named(timelineProcedures, "timeline.list"), { cardId }),
  "the audit": () => owner.call(named(auditProcedures, "audit.search"), {}),
  "a list by figures": () =>
    owner.call(search, { cardTypeId: type.id, filter: { fieldId: "openTasks", operator: "GREATER_THAN", value: 3 } }),
};

/** A query looks at the time for one row in 64, by chance: on and on, one of them surely does. */
async function onAndOn(ask: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 3_000; times++) await ask();
}

describe.each(Object.entries<() => Promise<unknown>>(questions))("%s", (name, ask) => {
  it("ends when the time of its request is over, and says so", async () => {
    const asked = boundingQuestions(`usr_${name}`, () => onAndOn(ask), { ...limits, perRequestMs: -1 });
    await expect(asked).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      details: { messageKey: "errors.questionTooHeavy" },
    });
    await boundingQuestions(`usr_${name}`, ask, limits);
    // Outside a request nobody waits.
    await ask();
  });

  it("is paid for by its sender", async () => {
    // The system counts CPU time in ticks, and most of these take less than one.
    let ticks = 0;
    vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: ticks++, system: 0 }));
    const tight = { ...limits, perSenderMs: Number.MIN_VALUE };
    const asked = onAndOn(() => boundingQuestions(`usr_${name} paid`, ask, tight));
    await expect(asked).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      details: { messageKey: "errors.tooManyHeavyQuestions" },
    });
  });
});

it("the queries of one request share its time", async () => {
  const asked = boundingQuestions("usr_shared", () => onAndOn(questions.groups), { ...limits, perRequestMs: 10 });
  await expect(asked).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
});

it("a sender who has used up their time waits, nobody else does, and it comes back", async () => {
  let ticks = 0;
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: ticks++, system: 0 }));
  const tight = { ...limits, perSenderMs: Number.MIN_VALUE };
  await expect(onAndOn(() => boundingQuestions("usr_heavy", questions["a list"], tight))).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
  });
  await boundingQuestions("usr_other", questions["a list"], tight);
  await boundingQuestions("usr_heavy", questions["a list"], { ...tight, backPerSecondMs: Number.MAX_VALUE });
});

it("whoever has used up their time is named when enough of it is back", async () => {
  let ticks = 0;
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: ticks++ ? 1_000_000 : 0, system: 0 }));
  const tight = { ...limits, perSenderMs: 700, backPerSecondMs: 30 };
  const asked = onAndOn(() => boundingQuestions("usr_waiting", questions["a list"], tight));
  // 300 ms too much, and 150 for the next screen.
  await expect(asked).rejects.toMatchObject({ details: { retryAfterSeconds: 15, params: { seconds: 15 } } });
});
