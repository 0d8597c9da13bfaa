import { onlyAsks, readingAhead } from "@kartis/core/data/early-reads.ts";
import { calledIn } from "@kartis/core/words.ts";
import { seedBenchCards, seedBenchMeetings, seedBenchReminders, seedBenchTasks, seedBenchTimeline } from "./seed.ts";
import type { MeasuredCloud } from "./measured-cloud.ts";
import { type Cpu, cpuOf, type Memory, watchPeak, whenQuiet } from "./processes.ts";
import { activityProjection } from "@kartis/core/activities/projection.ts";
import { cardProjection } from "@kartis/core/cards/projection.ts";
import { type Replicas, replicasOf } from "@kartis/core/data/replica/index.ts";
import { fileProjection } from "@kartis/core/files/projection.ts";
import { dropReplicas, openReplica, writeSnapshot } from "@kartis/core/replicas.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { isId, newId, type OrgId } from "@kartis/core/kernel/id.ts";
import type { CallContext } from "@kartis/core/kernel/procedure.ts";
import { authenticate } from "@kartis/core/identity/index.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { measureAutomations } from "./automations.ts";
import { beginImport, Started } from "./import.ts";
import { askingInTurn, openSession, type Session } from "./session.ts";
import { measureSimulation, seedBenchPast } from "./simulate.ts";
import { rate, summary, time, type Timing } from "./timing.ts";
import { type Units, unitsOf } from "./units.ts";

export interface Row extends Timing, Partial<Units>, Partial<Cpu> {
  readonly name:
    | "list"
    | "board"
    | "groups"
    | "search"
    | "get"
    | "tasks"
    | "calendarMonth"
    | "timeline"
    | "remindersDue"
    | "create"
    | "update"
    | "automationStart"
    | "automationThroughput"
    | "simulate"
    | "bulkEdit"
    | "revert"
    | "import"
    | "replicaBuild"
    | "snapshotLoad"
    | "session"
    | "listDuringImport";
  /** Number of cards in the organization. */
  readonly cards: number;
  /** Side by side in eight lanes, where that was measured. */
  readonly perSecond?: number;
  /** The most that all processes held at one moment of it. */
  readonly peak?: Memory;
}

const Types = z.array(
  z.object({
    id: z.templateLiteral(["typ_", z.string()]),
    slug: z.string(),
    fields: z.array(z.object({ id: z.string(), key: z.string(), options: z.array(z.object({ id: z.string() })) })),
  }),
);
const Me = z.object({ user: z.object({ id: idSchema("usr") }) });
type BenchType = z.infer<typeof Types>[number];

/** Within it the consumers have had what changed; the replica's gathers for five seconds. */
const consumersMs = 7_000;
/** After it nothing that was written before is read again. */
const settledMs = 13_000;

const preparingMs = 120_000;

/** Asks until the API has loaded its replica, which it does beside its answers. */
async function prepared(ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + preparingMs;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > end || !String(error).includes("errors.preparing")) throw error;
      await delay(500);
    }
  }
}

/** Everything that is measured on an organization of that many cards; without writes, nothing is changed in bulk or imported. */
export async function workOn(
  cloud: MeasuredCloud,
  cards: number,
  { writes, say }: { readonly writes: boolean; readonly say: (text: string) => void },
): Promise<Row[]> {
  const session = await openSession(cloud.origin);
  const orgId = session.orgId;
  if (!isId("org", orgId)) throw new Error("No organization");
  const types = Types.parse(await session.call("cards.types", {}));
  const leads = typeNamed(types, "leads");
  say(`${cards} cards: seeding`);
  const cardIds = await seedBenchCards(orgId, leads.id, cards);
  const { user } = Me.parse(await session.call("identity.me", {}));
  await seedBenchTasks(orgId, user.id, cardIds, cards);
  await seedBenchMeetings(orgId, user.id, cards);
  const call = await inProcess(session);
  const rows: Row[] = [];
  const add = (name: Row["name"], timing: Timing, more: Partial<Row> = {}) => {
    rows.push({ name, cards, ...timing, ...more });
    say(`${cards} cards: ${name} p50 ${timing.p50Ms} ms, p95 ${timing.p95Ms} ms ${JSON.stringify(more)}`);
  };

  // Built as the consumer would: for code that has no snapshot yet.
  const builder = replicasOf([cardProjection, activityProjection, fileProjection], { code: newId("req"), patienceMs: 600_000 });
  add("replicaBuild", await replicaTimes(orgId, 3, builder.openReplica, builder.forget));
  await writeSnapshot(orgId);
  add("snapshotLoad", await replicaTimes(orgId, 5, openReplica, dropReplicas));

  const ask = await askingInTurn(cloud.origin, session);
  /** What was written is with all consumers, and is not read again. */
  const afterWrites = () => Promise.all([delay(settledMs), whenQuiet(cloud.pid)]);
  const asking = { ...session, call: ask };
  const list = listInput(leads);
  await call("cards.search", list);
  await prepared(() => session.call("cards.search", list));
  await afterWrites();
  const card = (index: number) => ({ id: cardIds[Math.abs(index * 7919) % cardIds.length] });
  /** Timed one after the other, with the CPU that everything takes for it, then side by side in eight lanes. */
  const measure = async (
    name: Row["name"],
    { times, rateOf, afterwardsMs }: { times: number; rateOf?: number; afterwardsMs?: number },
    work: (index: number) => Promise<unknown>,
    units: () => Promise<Units>,
  ) => {
    for (let index = 0; index < Math.ceil(times / 10); index++) await work(-1 - index);
    const { result, cpu } = await cpuOf(cloud.pid, times, () => time(times, work, 0), afterwardsMs);
    const perSecond = rateOf === undefined ? {} : { perSecond: await rate(8, rateOf, work) };
    add(name, result, { ...cpu, ...(await units()), ...perSecond });
  };
  await measure(
    "list",
    { times: 200, rateOf: 400 },
    () => ask("cards.search", list),
    () => settled(() => unitsOf(() => call("cards.search", list))),
  );
  add("board", await time(60, () => openBoard(asking, leads), 10));
  add("groups", await time(60, () => openGroups(asking, leads), 10));
  const words = ["galil cold", "lead 77", "office123@", "0502340", "kovács", "Noa"];
  const search = (index: number) => ({ query: words[Math.abs(index) % words.length] });
  await measure(
    "search",
    { times: 120 },
    (index) => ask("cards.freeSearch", search(index)),
    () => unitsOf(() => call("cards.freeSearch", search(1))),
  );
  await measure(
    "get",
    { times: 400, rateOf: 1_600 },
    (index) => session.call("cards.get", card(index)),
    () => unitsOf(() => call("cards.get", card(1))),
  );
  const tasks = { timeZone: "Asia/Jerusalem", limit: 50 };
  await measure(
    "tasks",
    { times: 200, rateOf: 400 },
    () => ask("tasks.list", tasks),
    () => settled(() => unitsOf(() => call("tasks.list", tasks))),
  );
  const month = { from: "2026-10-31T22:00:00Z", until: "2026-12-05T22:00:00Z", timeZone: "Asia/Jerusalem" };
  await measure(
    "calendarMonth",
    { times: 200, rateOf: 400 },
    () => ask("meetings.range", month),
    () => settled(() => unitsOf(() => call("meetings.range", month))),
  );
  const timeline = { cardId: cardIds[0] ?? missing("card"), limit: 50 };
  await seedBenchTimeline(orgId, user.id, timeline.cardId, cards);
  await afterWrites();
  await measure(
    "timeline",
    { times: 200, rateOf: 400 },
    () => ask("timeline.list", timeline),
    () => settled(() => unitsOf(() => call("timeline.list", timeline))),
  );
  // After the tasks were measured, of which only one in twenty is open.
  await seedBenchReminders(orgId, ask.people, cards);
  await afterWrites();
  await measure(
    "remindersDue",
    { times: 200, rateOf: 400 },
    () => ask("reminders.pending", {}),
    () => settled(() => unitsOf(() => call("reminders.pending", {}))),
  );
  const creation = () => ({
    typeId: leads.id,
    fields: { name: "Created", [fieldOf(leads, "email")]: `${newId("req")}@bench.example`, [fieldOf(leads, "price")]: 1_000 },
  });
  const change = (index: number) => ({
    cardId: card(index).id,
    fields: { [fieldOf(leads, "price")]: Math.floor(Math.random() * 1e7) },
  });
  await measure(
    "create",
    { times: 200, rateOf: 600, afterwardsMs: consumersMs },
    () => session.call("cards.create", creation()),
    () => unitsOf(() => call("cards.create", creation())),
  );
  await measure(
    "update",
    { times: 200, rateOf: 600, afterwardsMs: consumersMs },
    (index) => session.call("cards.update", change(index)),
    () => unitsOf(() => call("cards.update", change(1))),
  );
  add(
    "session",
    await time(200, () => authenticate(session.cookies, systemClock)),
    await unitsOf(() => authenticate(session.cookies, systemClock)),
  );
  // In an organization of its own, whose trial allows automations.
  const automations = await measureAutomations({ session, typeId: leads.id, fieldId: fieldOf(leads, "location") });
  add("automationStart", automations.start);
  add("automationThroughput", { p50Ms: 0, p95Ms: 0 }, { perSecond: automations.perSecond });
  if (writes) {
    await seedBenchPast({ orgId, typeId: leads.id, fieldId: fieldOf(leads, "location"), cardIds }, cards);
    const { tookMs, perSecond } = await measureSimulation(session, leads.id);
    add("simulate", { p50Ms: tookMs, p95Ms: tookMs }, { perSecond });
    await changeAll(cloud, session, leads, cards, add);
    await importTenThousand(cloud, { session, ask }, leads, list, add);
  }
  ask.close();
  session.close();
  return rows;
}

/** The list page that the goals speak of: one filter, one sort, the count and a sum, fifty rows. */
function listInput(type: BenchType) {
  const status = type.fields.find((field) => field.id === "status")?.options[0]?.id ?? "";
  const price = fieldOf(type, "price");
  return {
    cardTypeId: type.id,
    filter: { fieldId: "status", operator: "EQUAL", value: status },
    sort: [{ fieldId: price, direction: "desc" }],
    limit: 50,
    sums: [price],
  };
}

/** A board as a browser opens it: counts and sums of all lanes, and the first cards of each, side by side. */
async function openBoard(session: Session, type: BenchType): Promise<void> {
  const [price, typeId] = [fieldOf(type, "price"), type.id];
  const lanes = type.fields.find((field) => field.id === "status")?.options ?? [];
  const sort = [{ fieldId: price, direction: "desc" }];
  await Promise.all([
    session.call("cards.group", { cardTypeId: typeId, by: "status", sums: [price] }),
    ...lanes.map(({ id }) =>
      session.call("cards.search", {
        cardTypeId: typeId,
        filter: { fieldId: "status", operator: "EQUAL", value: id },
        sort,
        limit: 30,
      }),
    ),
  ]);
}

/** A table in groups: their counts and sums, and a page of rows far down in their order. */
async function openGroups(session: Session, type: BenchType): Promise<void> {
  const [price, typeId] = [fieldOf(type, "price"), type.id];
  await Promise.all([
    session.call("cards.group", { cardTypeId: typeId, by: "status", sums: [price] }),
    session.call("cards.search", {
      cardTypeId: typeId,
      sort: [{ fieldId: "status", direction: "asc" }],
      cursor: 500,
      limit: 100,
    }),
  ]);
}

const typeNamed = (types: readonly BenchType[], slug: string): BenchType =>
  types.find((type) => type.slug === slug) ?? missing(slug);
const fieldOf = (type: BenchType, key: string): string => type.fields.find((field) => field.key === key)?.id ?? missing(key);
function missing(what: string): never {
  throw new Error(`There is no ${what}`);
}

/** After the last write was so long ago that nothing has to be read again: what a list costs when nobody writes. */
async function settled<T>(work: () => Promise<T>): Promise<T> {
  await delay(settledMs);
  // The first opens a replica that nothing has asked for yet, the second reads the last writes again.
  await work();
  await work();
  return work();
}

async function replicaTimes(
  orgId: OrgId,
  times: number,
  open: Replicas["openReplica"],
  drop: Replicas["forget"],
): Promise<Timing> {
  const samples: number[] = [];
  for (let run = 0; run < times; run++) {
    drop();
    const began = performance.now();
    const replica = await open(orgId);
    samples.push(performance.now() - began);
    if (replica.orgId !== orgId) throw new Error("another organization's replica");
  }
  return summary(samples);
}

/** The same procedure in this process, as the API calls it, where its units can be counted; who calls is read once beforehand, and counted as `session`. */
async function inProcess(session: Session) {
  const actor = await authenticate(session.cookies, systemClock);
  return async (name: string, input: unknown): Promise<unknown> => {
    const context: CallContext = {
      actor,
      clock: systemClock,
      requestId: newId("req"),
      origin: "ui",
      client: { address: "127.0.0.1", userAgent: "bench" },
      ...calledIn(null),
      setCookie: () => undefined,
    };
    const procedure = procedures.find((candidate) => candidate.name === name) ?? missing(name);
    return readingAhead(async () => {
      if (procedure.kind === "query") onlyAsks();
      return procedure.call(input, context);
    });
  };
}

/** One change to every card that there is, and taking it back. */
async function changeAll(
  cloud: MeasuredCloud,
  session: Session,
  type: BenchType,
  cards: number,
  add: (name: Row["name"], timing: Timing, more?: Partial<Row>) => void,
) {
  const selection = { query: { cardTypeId: type.id, sort: [] } };
  const change = { kind: "edit", fields: { [fieldOf(type, "price")]: 123_456 } };
  const run = async (name: "bulkEdit" | "revert", begin: () => Promise<unknown>) => {
    const { result, cpu } = await cpuOf(
      cloud.pid,
      cards,
      async () => {
        const began = performance.now();
        const { operationId } = Started.parse(await begin());
        for (;;) {
          const { state, updated, failed } = Operation.parse(await session.call("operations.get", { operationId }));
          if (state !== "running") {
            if (state !== "done" || failed > 0) throw new Error(`${name}: ${state}, ${failed} failed`);
            return { operationId, updated, tookMs: Math.round(performance.now() - began) };
          }
          await delay(50);
        }
      },
      consumersMs,
    );
    const { operationId, updated, tookMs } = result;
    add(name, { p50Ms: tookMs, p95Ms: tookMs }, { ...cpu, perSecond: Math.round(updated / (tookMs / 1000)) });
    return operationId;
  };
  const operationId = await run("bulkEdit", () => session.call("bulk.start", { selection, change }));
  await run("revert", () => session.call("changes.revert", { operationId }));
}

const Operation = z.object({
  state: z.string(),
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  failed: z.number(),
  skipped: z.number(),
});
const importRows = 10_000;

async function importTenThousand(
  cloud: MeasuredCloud,
  { session, ask }: { readonly session: Session; readonly ask: Session["call"] },
  type: BenchType,
  list: unknown,
  add: (name: Row["name"], timing: Timing, more?: Partial<Row>) => void,
) {
  const listed: number[] = [];
  const peakOf = watchPeak(cloud.pid);
  const { result: tookMs, cpu } = await cpuOf(
    cloud.pid,
    importRows,
    async () => {
      const began = performance.now();
      const operationId = await beginImport(cloud.origin, session, type.id, (key) => fieldOf(type, key), importRows);
      for (;;) {
        const listBegan = performance.now();
        await ask("cards.search", list);
        listed.push(performance.now() - listBegan);
        const operation = Operation.parse(await session.call("operations.get", { operationId }));
        if (operation.state !== "running") {
          if (operation.created !== importRows) throw new Error(`import: ${JSON.stringify(operation)}`);
          return Math.round(performance.now() - began);
        }
        await delay(50);
      }
    },
    consumersMs,
  );
  const perSecond = Math.round(importRows / (tookMs / 1000));
  add("import", { p50Ms: tookMs, p95Ms: tookMs }, { ...cpu, perSecond, peak: peakOf() });
  add("listDuringImport", summary(listed));
}
