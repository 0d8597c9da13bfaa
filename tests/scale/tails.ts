import { activityProjection } from "@kartis/core/activities/projection.ts";
import { setTimeout as delay } from "node:timers/promises";
import { cardProjection } from "@kartis/core/cards/projection.ts";
import { replicasOf } from "@kartis/core/data/replica/index.ts";
import { fileProjection } from "@kartis/core/files/projection.ts";
import { writeSnapshot } from "@kartis/core/replicas.ts";
import * as z from "zod";
import { beginImport } from "../bench/import.ts";
import { seedBenchCards } from "../bench/seed.ts";
import { unitsOf } from "../bench/units.ts";
import { found } from "./organization.ts";

const rows = 10_000;
const everyMs = 1_000;
const Operation = z.object({ state: z.string(), created: z.number() });

/**
 * Measures what a number of API processes, each with a replica of one organization and asked for a list every second, read of its journal during an import of 10,000 rows.
 */
export async function measureTails(origin: string, processes: number): Promise<void> {
  const { session, orgId, typeId, fieldOf } = await found(origin);
  await seedBenchCards(orgId, typeId, 1_000);
  await writeSnapshot(orgId);
  // They share this process, so they wait for each other as real ones would not; what they read is the same.
  const patient = { patienceMs: 600_000 };
  const all = Array.from({ length: processes }, () => replicasOf([cardProjection, activityProjection, fileProjection], patient));
  for (const each of all) await each.openReplica(orgId);
  let asked = 0;
  let took = 0;
  const { readUnits } = await unitsOf(async () => {
    const began = performance.now();
    const operationId = await beginImport(origin, session, typeId, fieldOf, rows);
    let isRunning = true;
    const processesAsking = all.map(async (each, at) => {
      await delay((everyMs * at) / processes);
      while (isRunning) {
        await each.openReplica(orgId);
        asked++;
        await delay(everyMs);
      }
    });
    while (isRunning) {
      await delay(500);
      const { state, created } = Operation.parse(await session.call("operations.get", { operationId }));
      isRunning = state === "running";
      if (!isRunning && created !== rows) throw new Error(`${state}: ${created}`);
    }
    took = performance.now() - began;
    await Promise.all(processesAsking);
  });
  const perProcess = readUnits / processes;
  console.log(`${processes} processes, ${asked} lists during an import of ${rows} rows in ${(took / 1_000).toFixed(1)} s`);
  console.log(
    `${readUnits.toFixed(0)} read units: ${perProcess.toFixed(0)} a process, ${(readUnits / asked).toFixed(1)} a list, ${(perProcess / rows).toFixed(3)} a process and row`,
  );
  session.close();
}
