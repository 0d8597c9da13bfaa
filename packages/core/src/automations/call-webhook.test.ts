import { runDue, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type Listener, startListener } from "@kartis/tests/support/listener.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { roleProcedures } from "../organizations/roles/procedures.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { everythingFor } from "./everything.fixture.ts";

let backend: Backend;
let listener: Listener;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  listener = await startListener();
});
afterEach(() => listener.close());

const createCard = named(cardProcedures, "cards.create");
const [minute, hour] = [60_000, 3_600_000];

async function world() {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const of = await everythingFor(await newOwner({ template: "empty", clock }));
  const { owner, type } = of;
  const card = (fields: Readonly<Record<string, unknown>>) => owner.call(createCard, { typeId: type.id, fields });
  const due = async () => {
    await startAll(owner.orgId, clock);
    await runDue(owner.orgId, clock);
  };
  const calling = (more: object) => ({ kind: "callWebhook", url: `${listener.url}/hook?key=1`, ...more });
  return { ...of, clock, card, due, calling, pass: (ms: number) => (aheadMs += ms) };
}

describe("a call", () => {
  it("sends the card as the API returns it, with a webhook id per run and step", async () => {
    const { owner, type, field, card, due, calling } = await world();
    const automation = await published(owner, type.id, { actions: [calling({})] });
    const { id } = await card({ name: "Dana", [field.note]: 'He said "hi"\n', status: "opt_new" });
    await due();
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "done" });
    expect(listener.received).toHaveLength(1);
    const [received] = listener.received;
    expect(received).toMatchObject({ method: "POST", path: "/hook?key=1" });
    expect(received?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": `${automation.id}/${run?.id}/s1`,
    });
    const body: unknown = JSON.parse(received?.body ?? "");
    expect(body).toMatchObject({
      type: "automation.called",
      data: { organizationId: owner.orgId, automationId: automation.id, card: { id, fields: { name: "Dana" } } },
    });
    expect(body).toMatchObject({ data: { card: { fields: { [field.note]: expect.stringContaining('"hi"') } } } });
    // By labels, in words.
    expect(body).toMatchObject({ data: { values: { Name: "Dana", Status: "opt_new", Note: 'He said "hi"' } } });
    expect(Object.keys(Object(body).data.values)).toEqual(["Name", "Owner", "Status", "Note"]);
  });

  it("sends chosen values as JSON or in the query, whatever characters they contain", async () => {
    const { owner, type, card, due, calling } = await world();
    const values = [
      { name: "full name", text: "{{ card.name }}" },
      { name: "note", text: "Note: {{ card.note | none }}" },
    ];
    await published(owner, type.id, { actions: [calling({ what: "values", values, method: "PUT" })] });
    await published(owner, type.id, { actions: [calling({ what: "values", values, method: "GET" })] });
    await card({ name: 'Dana "} & ' });
    await due();
    const put = listener.received.find(({ method }) => method === "PUT");
    const sent = { "full name": 'Dana "} &', note: "Note: none" };
    expect(JSON.parse(put?.body ?? "")).toEqual(sent);
    const got = listener.received.find(({ method }) => method === "GET");
    expect(got?.body).toBe("");
    expect(got?.headers["content-length"]).toBeUndefined();
    expect(Object.fromEntries(new URL(got?.path ?? "", listener.url).searchParams)).toEqual({ key: "1", ...sent });
  });

  it("is retried under the same id while the other system is down, and continues when it is up", async () => {
    const { owner, type, card, due, calling, pass } = await world();
    const automation = await published(owner, type.id, { actions: [calling({})] });
    listener.answer = 503;
    await card({ name: "Dana" });
    await due();
    expect(await runsOf(owner, automation)).toMatchObject([{ state: "waiting", attempts: 1 }]);
    listener.answer = 200;
    pass(minute);
    await due();
    expect(await runsOf(owner, automation)).toMatchObject([{ state: "done" }]);
    expect(new Set(listener.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(listener.received).toHaveLength(2);
  });

  it.each([
    [404, "automations.failed.call.status"],
    [302, "automations.failed.call.redirect"],
    ["silent", "automations.failed.call.unknown"],
    [500, "automations.failed.call.unknownStatus"],
    [502, "automations.failed.call.unknownStatus"],
    [504, "automations.failed.call.unknownStatus"],
  ] as const)("that ends with %s has failed, and is not repeated by itself", async (answer, message) => {
    const { owner, type, card, due, calling, pass } = await world();
    const automation = await published(owner, type.id, { actions: [calling({})] });
    listener.answer = answer;
    await card({ name: "Dana" });
    await due();
    pass(hour);
    await due();
    expect(await runsOf(owner, automation)).toMatchObject([{ state: "failed", steps: [{ state: "failed", message }] }]);
    expect(listener.received).toHaveLength(1);
  });

  it("is made once, even if its answer has half characters, or is cut in the middle of one", async () => {
    const { owner, type, card, due, calling, pass } = await world();
    const answers = ["long", "half"].map((name) => ({ name, path: name }));
    const automation = await published(owner, type.id, { actions: [calling({ answers })] });
    listener.body = `{"long":"${"x".repeat(499)}\u{1f600}","half":"a\\ud800"}`;
    await card({ name: "Dana" });
    await due();
    pass(hour);
    await due();
    expect(listener.received).toHaveLength(1);
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "done" });
    const { steps } = await owner.call(the("automations.run"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
    expect(steps[0]?.answer).toMatchObject({ "answer.long": "x".repeat(499), "answer.half": "a\u{FFFD}" });
  });

  it("whose answer lacks a wanted value is done, and says which", async () => {
    const { owner, type, card, due, calling } = await world();
    const answers = ["id", "score", "rank"].map((name) => ({ name, path: `data.${name}` }));
    const automation = await published(owner, type.id, { actions: [calling({ answers })] });
    listener.body = `{"data":{"id":"7","rank":null}}`;
    await card({ name: "Dana" });
    await due();
    const [run] = await runsOf(owner, automation);
    const { steps } = await owner.call(the("automations.run"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
    expect(steps).toMatchObject([
      { state: "done", answer: { "answer.id": "7" }, message: "automations.answer.missing", params: { names: "score, rank" } },
    ]);
  });

  it.each(["silent", 500, 502, 504] as const)(
    "by an idempotent method is retried after %s, as it may not have arrived",
    async (answer) => {
      const { owner, type, card, due, calling, pass } = await world();
      const automation = await published(owner, type.id, { actions: [calling({ method: "PUT" })] });
      listener.answer = answer;
      await card({ name: "Dana" });
      await due();
      expect(await runsOf(owner, automation)).toMatchObject([{ state: "waiting" }]);
      listener.answer = 201;
      pass(minute);
      await due();
      expect(await runsOf(owner, automation)).toMatchObject([{ state: "done" }]);
    },
  );
});

describe("a header", () => {
  it("is stored sealed, never returned, and sent to its own server", async () => {
    const { owner, type, card, due, calling } = await world();
    const action = calling({ headers: [{ name: "Authorization", value: "Bearer s3cret" }] });
    const automation = await published(owner, type.id, { actions: [action] });
    const shown = JSON.stringify([
      automation,
      await owner.call(the("automations.versions"), { automationId: automation.id }),
      await latestRecords(owner.orgId, 50, null),
    ]);
    expect(shown).not.toContain("s3cret");
    expect(shown).toContain("Authorization");
    await card({ name: "Dana" });
    await due();
    expect(listener.received[0]?.headers["authorization"]).toBe("Bearer s3cret");
  });

  it("cannot be redirected to another server by someone who does not know it", async () => {
    const { owner, type, calling } = await world();
    const action = calling({ headers: [{ name: "Authorization", value: "Bearer s3cret" }] });
    const automation = await published(owner, type.id, { actions: [action] });
    const moved = structuredClone(automation.definition);
    const [step] = moved.steps;
    if (step?.kind !== "action" || step.action.kind !== "callWebhook") return expect.fail();
    const elsewhere = { ...step, action: { ...step.action, url: "https://evil.example/collect" } };
    const updated = await owner.call(the("automations.update"), {
      automationId: automation.id,
      definition: { ...moved, steps: [elsewhere] },
    });
    expect(updated.problems).toEqual([{ path: "steps.s1.headers.0.value", message: "automations.problem.secretMoved" }]);
    await expect(owner.call(the("automations.publish"), { automationId: automation.id })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    // Nor used in another organization.
    const { owner: other, type: otherType } = await world();
    const copied = await other.call(the("automations.create"), {
      cardTypeId: otherType.id,
      name: "Copied",
      definition: automation.definition,
    });
    expect(copied.problems).toMatchObject([{ message: "automations.problem.secretMoved" }]);
    return undefined;
  });

  it("is sealed before the draft is saved", async () => {
    const { owner, type, card, due, calling } = await world();
    const { sealed } = await owner.call(the("automations.seal"), { url: listener.url, value: "k-123" });
    expect(sealed).not.toContain("k-123");
    await published(owner, type.id, { actions: [calling({ headers: [{ name: "X-Key", sealed }] })] });
    await card({ name: "Dana" });
    await due();
    expect(listener.received[0]?.headers["x-key"]).toBe("k-123");
  });

  it.each([
    { name: "Host", value: "evil.example" },
    { name: "content-length", value: "0" },
    { name: "Webhook-Id", value: "mine" },
    { name: "X Key", value: "1" },
    { name: "X-Key", value: "1\r\nX-Other: 2" },
    { name: "X-Key", value: "ключ" },
    { name: "", value: "1" },
  ])("$name: $value is refused", (header) => {
    expect(() => definitionOf({ actions: [{ kind: "callWebhook", url: listener.url, headers: [header] }] })).toThrow();
  });
});

it("has a URL that only those learn who may change automations", async () => {
  const { owner, type, card, due, calling } = await world();
  const step = { id: "s1", kind: "action", action: calling({}) };
  const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" } as const;
  const branch = { id: "b", kind: "branch", filter, met: [step], unmet: [] };
  const { id: automationId } = await published(owner, type.id, { steps: [branch] });
  await card({ name: "Dana" });
  await due();
  const all = "ORGANIZATION" as const;
  const grants = { "AUTOMATION.read": all, "CARDS.read": all };
  const { id: roleId } = await owner.call(named(roleProcedures, "roles.create"), { name: "Reader", grants });
  const reader = await newMember(owner, { roleId });
  const [run] = await runsOf(reader, { id: automationId });
  const readBy = async (person: typeof owner) =>
    Promise.all([
      person.call(the("automations.list"), {}),
      person.call(the("automations.get"), { automationId }),
      person.call(the("automations.versions"), { automationId }),
      person.call(the("automations.run"), { automationId, runId: run?.id ?? expect.fail("no run") }),
    ]);
  for (const answer of await readBy(reader)) {
    expect(JSON.stringify(answer)).not.toContain("key=1");
    expect(JSON.stringify(answer)).toContain(`${listener.url}/…`);
  }
  for (const answer of await readBy(owner)) expect(JSON.stringify(answer)).toContain(`${listener.url}/hook?key=1`);
  // A redirect mostly repeats it.
  Object.assign(listener, { answer: 308, location: "/hooks/T01/s3cret" });
  await card({ name: "Dana" });
  await due();
  const [failed] = await runsOf(reader, { id: automationId });
  const { steps } = await reader.call(the("automations.run"), { automationId, runId: failed?.id ?? expect.fail("no run") });
  expect([failed?.steps, steps].map((of) => of?.at(-1)?.params)).toEqual(
    ["list", "run"].map(() => expect.objectContaining({ target: `${listener.url}/…`, status: 308 })),
  );
  const [seen] = await runsOf(owner, { id: automationId });
  expect(seen?.steps.at(-1)?.params).toMatchObject({ target: `${listener.url}/hooks/T01/s3cret` });
});

describe("an address", () => {
  it.each([
    ["https://169.254.169.254/latest/meta-data", "validation.webhookPublic"],
    ["https://localhost/", "validation.webhookPublic"],
    ["https://2130706433/", "validation.webhookPublic"],
    ["http://example.com/hook", "validation.webhookHttps"],
    ["https://user:word@example.com/", "validation.url"],
  ])("%s keeps it from being published", async (url, message) => {
    const { owner, type } = await world();
    const made = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: "Test",
      definition: definitionOf({ actions: [{ kind: "callWebhook", url }] }),
    });
    expect(made.problems).toEqual([{ path: "steps.s1.url", message }]);
  });
});

it("a dry run makes no call, and reveals no secret", async () => {
  const { owner, type, card, calling } = await world();
  const { id: cardId } = await card({ name: "Dana" });
  const definition = definitionOf({
    actions: [
      calling({ what: "values", values: [{ name: "a", text: "{{ card.name }}" }], headers: [{ name: "X-Key", value: "k" }] }),
    ],
  });
  const tried = await owner.call(the("automations.try"), { cardId, cardTypeId: type.id, definition });
  expect(tried.steps).toMatchObject([{ state: "would", procedure: "automations.call", input: { values: { a: "Dana" } } }]);
  expect(listener.received).toEqual([]);
});
