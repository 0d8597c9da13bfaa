import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "@kartis/local/build-web.ts";
import { freePort } from "@kartis/local/free-port.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { openSession, type Session } from "../bench/session.ts";

/** Kartis as `npm start` runs it, in a process group of its own, so that all of it can be killed at once. */
class Machine {
  readonly #dataDir: string;
  readonly port: number;
  #process: ChildProcess | undefined;

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.port = port;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", join(repositoryRoot, "packages/local/src/main.ts")],
      {
        env: { ...process.env, KARTIS_DATA: this.#dataDir, PORT: String(this.port) },
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
      },
    );
    this.#process = child;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8");
        if (said.includes("Kartis is ready")) resolve();
      });
      child.on("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
    });
  }

  /** `kill -9` of every process it started. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }
}

let machine: Machine;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kartis-crash-"));
  await buildWeb();
  machine = new Machine(dataDir, await freePort());
  await machine.start();
});
afterAll(async () => {
  await machine.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const Operation = z.object({
  state: z.string(),
  total: z.number().nullable(),
  done: z.number(),
  created: z.number(),
  failed: z.number(),
  skipped: z.number(),
});
const Upload = z.object({ fileId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });
const List = z.object({
  total: z.number(),
  rows: z.array(z.object({ id: z.string(), version: z.number(), fields: z.record(z.string(), z.unknown()) })),
});
const History = z.object({
  entries: z.array(z.object({ action: z.string(), after: z.record(z.string(), z.unknown()).nullable() })),
});
const rows = 3_000;

it("an import survives repeated kill -9 of everything: every counted row is there, and it finishes by itself", async () => {
  const session: Session = await openSession(machine.origin);
  const types = z
    .array(z.object({ id: z.string(), slug: z.string(), fields: z.array(z.object({ id: z.string(), key: z.string() })) }))
    .parse(await session.call("cards.types", {}));
  const leads = types.find((type) => type.slug === "leads");
  const email = leads?.fields.find((field) => field.key === "email")?.id;
  if (!leads || !email) throw new Error("No leads");

  const file = `Name;Email\n${Array.from({ length: rows }, (_, at) => `Card ${at};row${at}@x.example`).join("\n")}\n`;
  const upload = Upload.parse(await session.call("imports.createUpload", { fileName: "a.csv", bytes: file.length }));
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob([file]));
  expect((await fetch(upload.url, { method: "POST", body: form })).ok).toBe(true);
  const mapping = [
    { column: 0, fieldId: "name" },
    { column: 1, fieldId: email },
  ];
  const { operationId } = z
    .object({ operationId: z.string() })
    .parse(await session.call("imports.start", { typeId: leads.id, fileId: upload.fileId, mapping }));
  const progress = async () => Operation.parse(await session.call("operations.get", { operationId }));
  const counted = async () => List.parse(await session.call("cards.search", { cardTypeId: leads.id, limit: 1 })).total;

  let seen = 0;
  for (let crash = 1; crash <= 3; crash++) {
    const operation = await expect
      .poll(progress, { timeout: 60_000, interval: 20 })
      .toSatisfy(({ done }) => done >= (crash * rows) / 5)
      .then(progress);
    await machine.kill();
    seen = operation.created;
    await machine.start();
    // The table first: whatever the progress had counted is there, and nothing is there that it does not count.
    const after = await progress();
    expect(after.created).toBeGreaterThanOrEqual(seen);
    expect(await counted()).toBeGreaterThanOrEqual(after.created);
  }
  await expect
    .poll(progress, { timeout: 90_000, interval: 100 })
    .toMatchObject({ state: "done", total: rows, done: rows, created: rows, failed: 0, skipped: 0 });
  expect(await counted()).toBe(rows);

  // The journal and the replica agree: each card is there once, whole, at its first version, with one record that says so.
  const names = new Set<unknown>();
  for (let cursor = 0; cursor < rows; cursor += 200) {
    const page = List.parse(
      await session.call("cards.search", {
        cardTypeId: leads.id,
        cursor,
        limit: 200,
        sort: [{ fieldId: "name", direction: "asc" }],
      }),
    );
    for (const card of page.rows) {
      names.add(card.fields["name"]);
      expect(card.version).toBe(1);
      expect(card.fields[email]).toBe(`row${String(card.fields["name"]).slice(5)}@x.example`);
    }
    const [first] = page.rows;
    const history = History.parse(await session.call("cards.history", { cardId: first?.id }));
    expect(history.entries).toMatchObject([{ action: "card.create", after: first?.fields }]);
  }
  expect(names.size).toBe(rows);
  session.close();
});
