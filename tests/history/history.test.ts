import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drawOf } from "@kartis/local/faults/fates.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { openSession } from "../bench/session.ts";
import { check } from "./check.ts";
import { Client, type World } from "./client.ts";
import { History } from "./history.ts";
import { Machine, processes } from "./machine.ts";
import { restOf } from "./rest.ts";

/** `npm run test:faults -- --kills 100 --seed 7` for a long night, or to see again what a seed has shown. */
const kills = Number(process.env["KARTIS_KILLS"] ?? 0);
const seed = Number(process.env["KARTIS_SEED"] ?? randomInt(1, 10_000));
/** Share of engine calls that fail: enough that each kind of fault meets each kind of call, low enough that work gets done. */
const rate = 0.06;
const clients = 8;
/** A run stops by itself, however slow the machine is. */
const longestMs = 60_000 + kills * 20_000;
const longestBetweenKillsMs = 4_000;

const directory = mkdtempSync(join(tmpdir(), "kartis-history-"));
const machine = new Machine({ dataDir: join(directory, "data"), webDist: join(directory, "site"), seed, rate });
beforeAll(async () => {
  if (kills === 0) return;
  mkdirSync(join(directory, "data"), { recursive: true });
  mkdirSync(join(directory, "site"));
  writeFileSync(join(directory, "site/index.html"), "<!doctype html>");
  await machine.start();
});
afterAll(async () => {
  await machine.close();
  rmSync(directory, { recursive: true, force: true });
});

/** An organization with a type of cards that has a field for each client, and one that names other cards. */
async function newWorld(): Promise<World> {
  const session = await openSession(machine.originOf("cloud"));
  const plain = { options: [], displayed: true, required: false, internal: false };
  const ownFields = Array.from({ length: clients }, (_, at) => ({
    ...plain,
    id: `fld_own${at}`,
    type: "text",
    label: `Own ${at}`,
  }));
  const relation = { ...plain, id: "fld_others", type: "cardRelation", label: "Others", relation: { typeIds: [], many: true } };
  const draft = { name: "Thing", pluralName: "Things", hue: "teal", fields: [...ownFields, relation] };
  const { id } = z.object({ id: z.string() }).parse(await session.call("cardTypes.create", { draft }));
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  session.close();
  return {
    machine,
    history: new History(),
    cookie,
    seed,
    orgId: session.orgId,
    typeId: id,
    relationId: relation.id,
    ownFieldIds: ownFields.map((field) => field.id),
    cardIds: [],
    taskIds: [],
    merged: new Set(),
  };
}

it.skipIf(kills === 0)(
  `eight clients, three processes, ${kills} kills, engines that misbehave: every answer was true (seed ${seed})`,
  async () => {
    const world = await newWorld();
    await machine.weather("storm");
    const stopping = new AbortController();
    const working = Array.from({ length: clients }, (_, number) => new Client(world, number).work(stopping.signal));

    const began = Date.now();
    const killed: string[] = [];
    for (let kill = 1; kill <= kills && Date.now() - began < longestMs; kill++) {
      const draw = drawOf(seed, "kill", kill);
      await delay(draw("when") * longestBetweenKillsMs);
      const victim = processes[Math.floor(draw("whom") * processes.length)] ?? "cloud";
      await machine.kill(victim);
      killed.push(victim);
    }
    // However slow the machine is: an empty history would always be consistent, and so would one that ends with the last kill.
    const answered = () => world.history.attempts.filter(({ outcome }) => outcome.kind === "ok").length;
    const enough = Math.max(20 * Math.min(kills, 20), answered() + 20);
    await expect.poll(answered, { timeout: 120_000, interval: 100 }).toBeGreaterThan(enough);
    stopping.abort();
    await Promise.all(working);
    await machine.weather("calm");

    const rest = await restOf(world);
    const { history } = world;
    const byOutcome = Map.groupBy(history.attempts, ({ outcome }) => outcome.kind);
    const faults = machine.counts();
    console.log(
      JSON.stringify({
        seed,
        kills: Object.fromEntries([...Map.groupBy(killed, (name) => name)].map(([name, all]) => [name, all.length])),
        seconds: Math.round((Date.now() - began) / 1_000),
        answers: Object.fromEntries([...byOutcome].map(([kind, all]) => [kind, all.length])),
        imports: history.imports.length,
        cards: rest.table.length,
        metered: rest.metered,
        records: rest.records.length,
        faults: Object.values(faults).reduce((sum, count) => sum + count, 0),
        kinds: Object.keys(faults).length,
      }),
    );
    const problems = check(history, rest);
    if (problems.length > 0) console.error(readFileSync(join(directory, "log.txt"), "utf8").slice(-20_000));
    expect(problems).toEqual([]);
    expect(Object.keys(faults).length).toBeGreaterThan(10);
    expect(killed.length).toBeGreaterThan(0);
  },
  longestMs + 360_000,
);
