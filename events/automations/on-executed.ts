import { RunsMessage } from "@kartis/core/automations/engine/queue.ts";
import { runCard } from "@kartis/core/automations/engine/run.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { RecordEvent, reportFailure } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import { changesOf } from "@kartis/core/data/payloads.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { CardId, OrgId } from "@kartis/core/kernel/id.ts";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { procedureNamed } from "./procedures.ts";

/** No step begins later than this; the longest ends before the Lambda's time-out. */
const runMs = 30_000;

/** The record of a run that begins, from the bus, or a card on which something is due again. */
const Message = z.union([RunsMessage, z.object({ detail: RecordEvent })]);

/** Carries out what is due on cards, side by side. A message that comes twice finds somebody at work on its card, or nothing to do. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const cards = await Promise.allSettled(Records.map(async ({ body }) => cardOf(Message.parse(JSON.parse(body)))));
  const keys = cards.map((outcome) => (outcome.status === "fulfilled" && outcome.value ? outcome.value.join() : undefined));
  const work = new Map<string, Promise<void>>();
  const settled = await Promise.allSettled(
    cards.map((outcome, at) => {
      if (outcome.status === "rejected") return Promise.reject(outcome.reason);
      const [key, card] = [keys[at], outcome.value];
      if (key === undefined || !card) return Promise.resolve();
      const running =
        work.get(key) ??
        runCard(...card, { clock: systemClock, procedures: procedureNamed, reads: { findCards, getCardType }, runMs });
      work.set(key, running);
      return running;
    }),
  );
  const batchItemFailures = settled.flatMap((outcome, at) => {
    if (outcome.status === "fulfilled") return [];
    reportFailure("automations-on-executed", outcome.reason);
    return [{ itemIdentifier: Records[at]?.messageId ?? "" }];
  });
  return { batchItemFailures };
}

async function cardOf(message: z.output<typeof Message>): Promise<[OrgId, CardId] | undefined> {
  if (!("detail" in message)) return [message.orgId, message.cardId];
  const { orgId, recordId } = message.detail;
  const record = await findRecord(orgId, recordId);
  const [change] = record ? changesOf(record.changes, ["automation.execute"]) : [];
  const cardId = change?.after?.cardId;
  return cardId ? [orgId, cardId] : undefined;
}
