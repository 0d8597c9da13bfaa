import { enqueueCard, RunsMessage, ScheduleMessage } from "@kartis/core/automations/engine/queue.ts";
import { runSchedule } from "@kartis/core/automations/engine/schedule.ts";
import { runCard } from "@kartis/core/automations/engine/run.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { RecordEvent, reportFailure } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import { changesOf } from "@kartis/core/data/payloads.ts";
import { findSettings } from "@kartis/core/organizations/settings.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { CardId, Id, OrgId } from "@kartis/core/kernel/id.ts";
import { RunAnnouncer } from "@kartis/core/realtime/announce-runs.ts";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { procedureNamed } from "./procedures.ts";

/** No step starts later than this, so that the longest one ends before the Lambda's timeout. */
const runMs = 30_000;

/** From the bus, the record of a run that started; from the queue, a card with due runs or an automation whose schedule is due. */
const Message = z.union([RunsMessage, ScheduleMessage, z.object({ detail: RecordEvent })]);

/** Works on the cards and automations of a batch in parallel, each once. A redelivered message finds the card claimed, or nothing due. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const announcer = new RunAnnouncer(systemClock);
  const started = new Map<string, Promise<void>>();
  const settled = await Promise.allSettled(
    Records.map(async ({ body }) => {
      const work = await workOf(Message.parse(JSON.parse(body)), announcer);
      if (!work) return;
      const running = started.get(work.key) ?? work.run();
      started.set(work.key, running);
      await running;
    }),
  );
  await announcer.end();
  const batchItemFailures = settled.flatMap((outcome, at) => {
    if (outcome.status === "fulfilled") return [];
    reportFailure("automations-on-executed", outcome.reason);
    return [{ itemIdentifier: Records[at]?.messageId ?? "" }];
  });
  return { batchItemFailures };
}

interface Work {
  readonly key: string;
  readonly run: () => Promise<void>;
}

async function workOf(message: z.output<typeof Message>, announcer: RunAnnouncer): Promise<Work | undefined> {
  if ("automationId" in message) {
    const { orgId, automationId } = message;
    return { key: automationId, run: () => scheduled(orgId, automationId) };
  }
  if ("cardId" in message) return onCard(message.orgId, message.cardId, announcer);
  const { orgId, recordId } = message.detail;
  const record = await findRecord(orgId, recordId);
  const started = record ? changesOf(record.changes, ["automation.execute"]) : [];
  const cardIds = started.flatMap(({ after }) => after?.cardId ?? []);
  const [only, ...others] = cardIds;
  if (!only || others.length === 0) return only && onCard(orgId, only, announcer);
  // A button that was pressed on many cards: more than one invocation has time for.
  return { key: recordId, run: async () => void (await Promise.all(cardIds.map((cardId) => enqueueCard(orgId, cardId)))) };
}

const onCard = (orgId: OrgId, cardId: CardId, announcer: RunAnnouncer): Work => ({
  key: `${orgId} ${cardId}`,
  run: () =>
    runCard(orgId, cardId, {
      clock: systemClock,
      procedures: procedureNamed,
      reads: { findCards, getCardType },
      onProgress: (...run) => announcer.note(...run),
      runMs,
    }),
});

async function scheduled(orgId: OrgId, automationId: Id<"aut">): Promise<void> {
  // Imported lazily: runs need the replica only if an action reads it.
  const [{ streamCards }, { streamTasks }] = await Promise.all([
    import("@kartis/core/cards/replica/index.ts"),
    import("@kartis/core/activities/replica/task-list.ts"),
  ]);
  await runSchedule(orgId, automationId, { clock: systemClock, streamCards, streamTasks, findSettings, getCardType, runMs });
}
