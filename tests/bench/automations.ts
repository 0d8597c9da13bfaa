import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Session } from "./session.ts";
import { rate, summary, type Timing } from "./timing.ts";

const Id = z.object({ id: z.string() });
const Card = z.object({ fields: z.record(z.string(), z.unknown()) });
const Runs = z.object({ figures: z.object({ total: z.number(), waiting: z.number() }) });

/** Fewer than begin within the window of the storm guard, with those that are timed one by one. */
const [timed, atOnce] = [20, 300];
const pollMs = 20;
const patienceMs = 180_000;

interface Ground {
  readonly session: Session;
  readonly typeId: string;
  /** A text field that the automation sets. */
  readonly fieldId: string;
}

/** Publishes an automation that sets a field of each new card. @returns its id */
async function publish({ session, typeId, fieldId }: Ground): Promise<string> {
  const action = { kind: "changeField", how: "set", fieldId, value: "set by the automation" };
  const definition = {
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: [{ id: "set", kind: "action", action }],
  };
  const { id } = Id.parse(await session.call("automations.create", { cardTypeId: typeId, name: "Bench", definition }));
  await session.call("automations.publish", { automationId: id });
  return id;
}

const create = async ({ session, typeId }: Ground): Promise<string> =>
  Id.parse(await session.call("cards.create", { typeId, fields: { name: "Automated" } })).id;

/** Waits until the condition holds. Throws after three minutes. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await holds()); await delay(pollMs))
    if (Date.now() > end) throw new Error("An automation has not run within three minutes");
}

/**
 * How long after a card was created the automation's change of it can be read, one card after the other; then how many runs are carried out per second when
 * hundreds begin at once, over the whole road from the created card to the finished run.
 */
export async function measureAutomations(ground: Ground): Promise<{ readonly start: Timing; readonly perSecond: number }> {
  const { session, fieldId } = ground;
  const automationId = await publish(ground);
  const samples: number[] = [];
  for (let index = 0; index < timed; index++) {
    const id = await create(ground);
    const began = performance.now();
    await until(async () => Card.parse(await session.call("cards.get", { id })).fields[fieldId] !== undefined);
    samples.push(performance.now() - began);
  }
  const began = performance.now();
  await rate(8, atOnce, () => create(ground));
  await until(async () => {
    const { figures } = Runs.parse(await session.call("automations.runs", { automationId, limit: 1 }));
    return figures.total - figures.waiting >= timed + atOnce;
  });
  await session.call("automations.switch", { automationId, isOn: false });
  return { start: summary(samples), perSecond: Math.round((atOnce / ((performance.now() - began) / 1_000)) * 10) / 10 };
}
