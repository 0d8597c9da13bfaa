import { setTimeout as delay } from "node:timers/promises";
import { commit } from "@kartis/core/data/commit.ts";
import type { Change } from "@kartis/core/data/journal.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId, type OrgId } from "@kartis/core/kernel/id.ts";
import * as z from "zod";
import type { Session } from "./session.ts";

const Id = z.object({ id: z.string() });
const Started = z.object({ operationId: z.string() });
const Operation = z.object({ state: z.string() });
const Result = z.object({ records: z.number(), tookMs: z.number(), summaries: z.array(z.object({ runs: z.number() })) });

interface Past {
  readonly orgId: OrgId;
  readonly typeId: string;
  /** A text field whose changes start nothing. */
  readonly fieldId: string;
  readonly cardIds: readonly string[];
}

/** Every this many changes is one of the status, which starts the automation. */
const startsEvery = 100;
const inTransaction = 90;

/** Records of changes of single cards, as people make them, without the changes themselves. */
export async function seedBenchPast({ orgId, typeId, fieldId, cardIds }: Past, count: number): Promise<void> {
  const context = {
    orgId,
    actor: systemActor(orgId, "bench"),
    clock: systemClock,
    requestId: newId("req"),
    origin: "ui",
  } as const;
  const changeAt = (at: number): Change => {
    const name = at % startsEvery === 0 ? "status" : fieldId;
    const id = cardIds[(at * 7919) % cardIds.length] ?? "";
    const values = { before: { [name]: `${name} ${at - 1}` }, after: { [name]: `${name} ${at}` } };
    return { action: "card.update", subject: { kind: "card", id, typeId }, version: 1, ...values };
  };
  for (let from = 0; from < count; from += inTransaction) {
    const length = Math.min(inTransaction, count - from);
    const records = Array.from({ length }, (_, index) => ({ changes: [changeAt(from + index)] }));
    await commit(context, async () => ({ writes: [], records, result: undefined }));
  }
}

/** How many records a simulation replays per second, from reading the journal to the stored result, and how long it takes. */
export async function measureSimulation(session: Session, typeId: string): Promise<{ perSecond: number; tookMs: number }> {
  const definition = {
    trigger: { kind: "statusChanged", from: [], to: [] },
    filter: null,
    steps: [{ id: "told", kind: "action", action: { kind: "notify", text: "New status", owner: true } }],
  };
  const made = { cardTypeId: typeId, name: "Simulated", definition };
  const { id: automationId } = Id.parse(await session.call("automations.create", made));
  const simulate = async () => {
    const { operationId } = Started.parse(
      await session.call("automations.simulate", { automationId, versions: ["draft"], days: 7 }),
    );
    while (Operation.parse(await session.call("operations.get", { operationId })).state === "running") await delay(100);
    return Result.parse(await session.call("automations.simulation", { operationId }));
  };
  // The first one reads the trail up to the new records.
  await simulate();
  const { records, tookMs } = await simulate();
  return { tookMs, perSecond: Math.round(records / (tookMs / 1_000)) };
}
