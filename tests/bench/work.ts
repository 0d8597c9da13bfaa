import { seedBenchCards } from "./seed.ts";
import type { Cloud } from "@kartis/local/cloud.ts";
import { dropReplicas, openReplica, writeSnapshot } from "@kartis/core/replicas.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { isId, newId, type OrgId } from "@kartis/core/kernel/id.ts";
import type { CallContext } from "@kartis/core/kernel/procedure.ts";
import { authenticate } from "@kartis/core/identity/index.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import * as z from "zod";
import { csvOf } from "./seed.ts";
import { openSession, type Session } from "./session.ts";
import { rate, summary, time, type Timing } from "./timing.ts";
import { type Units, unitsOf } from "./units.ts";

export interface Row extends Timing, Partial<Units> {
  readonly name:
    | "list"
    | "board"
    | "groups"
    | "search"
    | "get"
    | "create"
    | "update"
    | "bulkEdit"
    | "revert"
    | "import"
    | "replicaBuild"
    | "snapshotLoad"
    | "session"
    | "listDuringImport";
  /** How many cards the organization had. */
  readonly cards: number;
  /** Side by side in eight lanes, where that was measured. */
  readonly perSecond?: number;
}

const Types = z.array(
  z.object({
    id: z.templateLiteral(["typ_", z.string()]),
    slug: z.string(),
    fields: z.array(z.object({ id: z.string(), key: z.string(), options: z.array(z.object({ id: z.string() })) })),
  }),
);
type BenchType = z.infer<typeof Types>[number];

/** Everything that is measured on an organization of that many cards. */
export async function workOn(cloud: Cloud, cards: number, say: (text: string) => void): Promise<Row[]> {
  const session = await openSession(cloud.origin);
  const orgId = session.orgId;
  if (!isId("org", orgId)) throw new Error("No organization");
  const types = Types.parse(await session.call("cards.types", {}));
  const leads = typeNamed(types, "leads");
  say(`${cards} cards: seeding`);
  const cardIds = await seedBenchCards(orgId, leads.id, cards);
  const call = await inProcess(session);
  const rows: Row[] = [];
  const add = (name: Row["name"], timing: Timing, more: Partial<Row> = {}) => {
    rows.push({ name, cards, ...timing, ...more });
    say(`${cards} cards: ${name} p50 ${timing.p50Ms} ms, p95 ${timing.p95Ms} ms ${JSON.stringify(more)}`);
  };

  add("replicaBuild", await replicaTimes(orgId, 3));
  await writeSnapshot(orgId);
  add("snapshotLoad", await replicaTimes(orgId, 5));

  const list = listInput(leads);
  await call("cards.list", list);
  const card = (index: number) => ({ cardId: cardIds[Math.abs(index * 7919) % cardIds.length] });
  add("list", await time(200, () => session.call("cards.list", list), 30), {
    ...(await settled(() => unitsOf(() => call("cards.list", list)))),
    perSecond: await rate(8, 400, () => session.call("cards.list", list)),
  });
  add("board", await time(60, () => openBoard(session, leads), 10));
  add("groups", await time(60, () => openGroups(session, leads), 10));
  const words = ["galil cold", "lead 77", "office123@", "0502340", "kovács", "Noa"];
  const search = (index: number) => ({ query: words[Math.abs(index) % words.length] });
  add(
    "search",
    await time(120, (index) => session.call("cards.freeSearch", search(index))),
    await unitsOf(() => call("cards.freeSearch", search(1))),
  );
  add("get", await time(400, (index) => session.call("cards.get", card(index))), {
    ...(await unitsOf(() => call("cards.get", card(1)))),
    perSecond: await rate(8, 1_600, (index) => session.call("cards.get", card(index))),
  });
  const creation = () => ({
    typeId: leads.id,
    fields: { name: "Created", [fieldOf(leads, "email")]: `${newId("req")}@bench.example`, [fieldOf(leads, "price")]: 1_000 },
  });
  add("create", await time(200, () => session.call("cards.create", creation())), {
    ...(await unitsOf(() => call("cards.create", creation()))),
    perSecond: await rate(8, 600, () => session.call("cards.create", creation())),
  });
  const change = (index: number) => ({ ...card(index), fields: { [fieldOf(leads, "price")]: Math.floor(Math.random() * 1e7) } });
  add("update", await time(200, (index) => session.call("cards.update", change(index))), {
    ...(await unitsOf(() => call("cards.update", change(1)))),
    perSecond: await rate(8, 600, (index) => session.call("cards.update", change(index))),
  });
  add(
    "session",
    await time(200, () => authenticate(session.cookies, systemClock)),
    await unitsOf(() => authenticate(session.cookies, systemClock)),
  );
  await changeAll(session, leads, add);
  await importTenThousand(cloud, session, leads, list, add);
  session.close();
  return rows;
}

/** The list page that the goals speak of: one filter, one sort, the count and a sum, fifty rows. */
function listInput(type: BenchType) {
  const status = type.fields.find((field) => field.id === "status")?.options[0]?.id ?? "";
  const price = fieldOf(type, "price");
  return {
    typeId: type.id,
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
    session.call("cards.group", { typeId, by: "status", sums: [price] }),
    ...lanes.map(({ id }) =>
      session.call("cards.list", { typeId, filter: { fieldId: "status", operator: "EQUAL", value: id }, sort, limit: 30 }),
    ),
  ]);
}

/** A table in groups: their counts and sums, and a page of rows far down in their order. */
async function openGroups(session: Session, type: BenchType): Promise<void> {
  const [price, typeId] = [fieldOf(type, "price"), type.id];
  await Promise.all([
    session.call("cards.group", { typeId, by: "status", sums: [price] }),
    session.call("cards.list", { typeId, sort: [{ fieldId: "status", direction: "asc" }], cursor: 500, limit: 100 }),
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
  await new Promise((resolve) => setTimeout(resolve, 13_000));
  await work();
  return work();
}

async function replicaTimes(orgId: OrgId, times: number): Promise<Timing> {
  const samples: number[] = [];
  for (let run = 0; run < times; run++) {
    dropReplicas();
    const began = performance.now();
    const replica = await openReplica(orgId);
    samples.push(performance.now() - began);
    if (replica.orgId !== orgId) throw new Error("another organization's replica");
  }
  return summary(samples);
}

/** The same procedure in this process, where its units can be counted; who calls is read once beforehand, and counted as `session`. */
async function inProcess(session: Session) {
  const actor = await authenticate(session.cookies, systemClock);
  return async (name: string, input: unknown): Promise<unknown> => {
    const context: CallContext = {
      actor,
      clock: systemClock,
      requestId: newId("req"),
      origin: "ui",
      client: { address: "127.0.0.1", userAgent: "bench" },
      setCookie: () => undefined,
    };
    const procedure = procedures.find((candidate) => candidate.name === name) ?? missing(name);
    return procedure.call(input, context);
  };
}

/** One change to every card that there is, and taking it back. */
async function changeAll(
  session: Session,
  type: BenchType,
  add: (name: Row["name"], timing: Timing, more?: Partial<Row>) => void,
) {
  const selection = { query: { typeId: type.id, sort: [] } };
  const change = { kind: "edit", fields: { [fieldOf(type, "price")]: 123_456 } };
  const run = async (name: "bulkEdit" | "revert", begin: () => Promise<unknown>) => {
    const began = performance.now();
    const { operationId } = Started.parse(await begin());
    for (;;) {
      const { state, updated, failed } = Operation.parse(await session.call("operations.get", { operationId }));
      if (state !== "running") {
        if (state !== "done" || failed > 0) throw new Error(`${name}: ${state}, ${failed} failed`);
        const tookMs = Math.round(performance.now() - began);
        add(name, { p50Ms: tookMs, p95Ms: tookMs }, { perSecond: Math.round(updated / (tookMs / 1000)) });
        return operationId;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const operationId = await run("bulkEdit", () => session.call("bulk.start", { selection, change }));
  await run("revert", () => session.call("changes.revert", { operationId }));
}

const Started = z.object({ operationId: z.string() });
const Upload = z.object({ fileId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });
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
  cloud: Cloud,
  session: Session,
  type: BenchType,
  list: unknown,
  add: (name: Row["name"], timing: Timing, more?: Partial<Row>) => void,
) {
  const file = csvOf(importRows);
  const upload = Upload.parse(
    await session.call("imports.createUpload", { fileName: "bench.csv", bytes: Buffer.byteLength(file) }),
  );
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob([file]));
  const posted = await fetch(upload.url, { method: "POST", body: form, headers: { origin: cloud.origin } });
  if (!posted.ok) throw new Error(`upload: ${posted.status} ${await posted.text()}`);
  const mapping = ["name", "email", "phone", "price", "status"].map((key, column) => ({
    column,
    fieldId: key === "name" || key === "status" ? key : fieldOf(type, key),
  }));
  const began = performance.now();
  const { operationId } = z
    .object({ operationId: z.string() })
    .parse(await session.call("imports.start", { typeId: type.id, fileId: upload.fileId, mapping }));
  const listed: number[] = [];
  for (;;) {
    const listBegan = performance.now();
    await session.call("cards.list", list);
    listed.push(performance.now() - listBegan);
    const operation = Operation.parse(await session.call("operations.get", { operationId }));
    if (operation.state !== "running") {
      if (operation.created !== importRows) throw new Error(`import: ${JSON.stringify(operation)}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const tookMs = Math.round(performance.now() - began);
  add("import", { p50Ms: tookMs, p95Ms: tookMs }, { perSecond: Math.round(importRows / (tookMs / 1000)) });
  add("listDuringImport", summary(listed));
}
