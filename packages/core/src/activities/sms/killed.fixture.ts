import { setTimeout as delay } from "node:timers/promises";
import { purposes } from "@kartis/events/sms/on-intended.ts";
import { named, Visitor } from "@kartis/tests/support/people.ts";
import { aroundRequests } from "../../data/connection.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, type CardId, isId, type OrgId } from "../../kernel/id.ts";
import { deliver } from "../../outbound/index.ts";
import { findActivities } from "../store.ts";
import { smsProcedures } from "./procedures.ts";

/** What the process does, and at which of its writes it is killed. */
export interface Task {
  readonly orgId: OrgId;
  readonly does: "write" | "send";
  readonly cookies: readonly (readonly [string, string])[];
  readonly cardId: CardId;
  readonly messages: readonly { readonly smsId: ActivityId; readonly text: string }[];
  readonly killAt: number;
  /** Before the write arrives; or after it has taken effect, and before its answer. */
  readonly when: "before" | "after";
  /** How far its clock is ahead: claims of processes that were killed have then expired. */
  readonly aheadMs: number;
}

const writing = new Set(["PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"]);

const task = JSON.parse(process.argv[2] ?? "{}") as Task; // as the test wrote it
const clock: Clock = { now: () => Date.now() + task.aheadMs };
let writes = 0;
aroundRequests(async ({ operation }, next) => {
  const isLast = writing.has(operation) && ++writes === task.killAt;
  if (isLast && task.when === "before") process.kill(process.pid, "SIGKILL");
  const answer = await next();
  if (isLast) process.kill(process.pid, "SIGKILL");
  return answer;
});

/** As clients and queues do: what has failed is tried again. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === 30) throw error;
      await delay(50 * attempt);
    }
  }
}

async function write(): Promise<void> {
  const visitor = new Visitor(clock);
  for (const [name, value] of task.cookies) visitor.cookies.set(name, value);
  const { cardId, messages } = task;
  await Promise.all(
    messages.map((message) => again(() => visitor.call(named(smsProcedures, "sms.send"), { cardId, ...message }))),
  );
}

async function send(): Promise<void> {
  const { orgId, messages } = task;
  const smsIds = messages.map(({ smsId }) => smsId);
  const found = await again(() => findActivities(orgId, smsIds));
  const effects = [...found.values()].flatMap(({ values }) => (isId("eff", values["effectId"]) ? [values["effectId"]] : []));
  await Promise.all(effects.map((effectId) => again(() => deliver(orgId, effectId, purposes, clock))));
}

await (task.does === "write" ? write() : send());
process.exit(0);
