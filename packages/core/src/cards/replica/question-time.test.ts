import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { boundingQuestions, type QuestionLimits } from "../../data/replica/question-time.ts";
import type { Scope } from "../../kernel/scope.ts";
import { groupCards, listCards, neighbours, searchCards } from "./index.ts";
import { newType } from "./live.fixture.ts";
import { TestOrganization } from "./organization.fixture.ts";

const everyone: Scope = { kind: "organization" };
const all = { cursor: 0, limit: 200, sums: [], sort: [] };
const limits: QuestionLimits = { perRequestMs: 60_000, perSenderMs: 60_000, backPerSecondMs: 0 };
const type = newType();

let backend: Backend;
let orgId: TestOrganization["orgId"];
beforeAll(async () => {
  backend = await startBackend();
  const organization = await TestOrganization.found([type]);
  ({ orgId } = organization);
  // A query looks at the time for one row in 64: once for these.
  await organization.createChunk(
    type,
    Array.from({ length: 80 }, (_, at) => ({ name: `Card ${at}`, fld_sum: at })),
  );
});
afterAll(() => backend.close());

const filter = { fieldId: "fld_sum", operator: "EXISTS" as const };
const questions = {
  list: () => listCards(orgId, everyone, { ...all, cardTypeId: type.id, filter }),
  "list that nothing matches": () =>
    listCards(orgId, everyone, { ...all, cardTypeId: type.id, filter: { ...filter, operator: "NOT_EXISTS" as const } }),
  "list of a search": () => listCards(orgId, everyone, { ...all, cardTypeId: type.id, search: "card" }),
  groups: () => groupCards(orgId, everyone, { cardTypeId: type.id, filter, by: "status", sums: [] }),
  neighbours: () => neighbours(orgId, everyone, { cardTypeId: type.id, filter, sort: [] }, "crd_none"),
  search: () => searchCards(orgId, everyone, { query: "card", cursor: 0, limit: 20 }),
};

it.each(Object.entries<() => Promise<unknown>>(questions))(
  "%s ends when the time of its request is over, and says so",
  async (name, ask) => {
    await expect(boundingQuestions(`usr_${name}`, ask, { ...limits, perRequestMs: -1 })).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      details: { messageKey: "errors.questionTooHeavy" },
    });
    await boundingQuestions(`usr_${name}`, ask, limits);
    // Outside a request nobody waits.
    await ask();
  },
);

it("the queries of one request share its time", async () => {
  const twice = boundingQuestions(
    "usr_twice",
    async () => {
      await questions.groups();
      await questions.groups();
    },
    { ...limits, perRequestMs: Number.MIN_VALUE },
  );
  await expect(twice).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  await boundingQuestions("usr_twice", questions.groups, { ...limits, perRequestMs: Number.MIN_VALUE });
});

it("a sender who has used up their time waits, nobody else does, and it comes back", async () => {
  const tight = { ...limits, perSenderMs: Number.MIN_VALUE };
  // CPU time is counted in ticks, and a list of eighty cards takes less than one.
  const askOnAndOn = async () => {
    for (let times = 0; times < 5_000; times++) await boundingQuestions("usr_heavy", questions.list, tight);
  };
  await expect(askOnAndOn()).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    details: { messageKey: "errors.tooManyHeavyQuestions" },
  });
  await boundingQuestions("usr_other", questions.list, tight);
  await boundingQuestions("usr_heavy", questions.list, { ...tight, backPerSecondMs: Number.MAX_VALUE });
});
