import { setTimeout as delay } from "node:timers/promises";
import { commit } from "@kartis/core/data/commit.ts";
import type { Change } from "@kartis/core/data/journal.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import * as z from "zod";
import { seedBenchCards } from "../bench/seed.ts";
import { summary } from "../bench/timing.ts";
import { found, type Founded } from "./organization.ts";

/** A change of the status starts a run, which changes the card; below the number within ten minutes that is a storm. */
const startsEvery = 20;
const cards = 1_000;
const inTransaction = 10;
const patienceMs = 300_000;

const Id = z.object({ id: z.string() });
const Runs = z.object({ figures: z.object({ total: z.number(), waiting: z.number(), failed: z.number() }) });

/**
 * Whether automations keep up while so many records a minute are journalled, as people and other systems make them, each of one change: how far the runs are behind
 * while they arrive, and when the last one has ended. Publisher, bus, queues and the real consumers of the local cloud.
 */
export async function measureAutomations(origin: string, records: number): Promise<void> {
  const founded = await found(origin);
  const { session, typeId, orgId, fieldOf } = founded;
  const cardIds = await seedBenchCards(orgId, typeId, cards);
  const automationId = await published(founded);
  const context = {
    orgId,
    actor: systemActor(orgId, "scale"),
    clock: systemClock,
    requestId: newId("req"),
    origin: "ui",
  } as const;
  const changeAt = (at: number): Change => {
    const name = at % startsEvery === 0 ? "status" : fieldOf("location");
    // Each card's status changes once at most: runs on one card wait for each other.
    const id = cardIds[at % startsEvery === 0 ? at / startsEvery : at % cards] ?? "";
    const values = { before: { [name]: `${name} ${at - 1}` }, after: { [name]: `${name} ${at}` } };
    return { action: "card.update", subject: { kind: "card", id, typeId }, version: 1, ...values };
  };
  const ended = async () => {
    const { figures } = Runs.parse(await session.call("automations.runs", { automationId, limit: 1 }));
    return figures.total - figures.waiting;
  };
  const began = performance.now();
  const behind: number[] = [];
  let made = 0;
  let watching = true;
  /** Waits until the runs of all records so far have ended. @returns how long that took */
  const caughtUp = async (): Promise<number> => {
    const asOf = Math.ceil(made / startsEvery);
    const askedAt = performance.now();
    // Rarely: the question costs what the runs need.
    while ((await ended()) < asOf) {
      if (performance.now() - askedAt > patienceMs) throw new Error("The runs have not ended within five minutes");
      await delay(250);
    }
    return performance.now() - askedAt;
  };
  const watch = (async () => {
    while (watching) {
      await delay(1_000);
      behind.push(await caughtUp());
    }
  })();
  for (; made < records; made += inTransaction) {
    const due = began + (made / records) * 60_000;
    await delay(Math.max(0, due - performance.now()));
    const first = made;
    const drafts = Array.from({ length: Math.min(inTransaction, records - first) }, (_, index) => ({
      changes: [changeAt(first + index)],
    }));
    await commit(context, async () => ({ writes: [], records: drafts, result: undefined }));
  }
  const wroteMs = performance.now() - began;
  watching = false;
  const lastMs = await caughtUp();
  await watch;
  const { figures } = Runs.parse(await session.call("automations.runs", { automationId, limit: 1 }));
  const { p50Ms, p95Ms } = summary(behind);
  console.log(
    `${records} records in ${(wroteMs / 1_000).toFixed(1)} s, one in ${startsEvery} starts a run: ${figures.total} runs, ${figures.failed} failed`,
  );
  console.log(`runs ended behind their records: median ${ms(p50Ms)}, 95% ${ms(p95Ms)}, after the last record ${ms(lastMs)}`);
  session.close();
}

async function published({ session, typeId, fieldOf }: Founded): Promise<string> {
  const action = { kind: "changeField", how: "set", fieldId: fieldOf("location"), value: "set by the automation" };
  const definition = {
    trigger: { kind: "statusChanged", from: [], to: [] },
    filter: null,
    steps: [{ id: "set", kind: "action", action }],
  };
  const { id } = Id.parse(await session.call("automations.create", { cardTypeId: typeId, name: "Scale", definition }));
  await session.call("automations.publish", { automationId: id });
  return id;
}

const ms = (value = 0): string => `${value.toFixed(0)} ms`;
