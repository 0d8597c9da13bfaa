import * as z from "zod";
import { handOverActivities, unfinishedOf, upcomingOf } from "../activities/index.ts";
import { attempt, type CardTask, frozenIds, runCardTasks, written } from "../bulk/index.ts";
import { cardsNaming, edit, fieldContextOf, rewriting, type StoredCard } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import type { CommitContext } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { operationType } from "../operations/schema.ts";

/** The previous and the new owner. */
const HandOverJob = z.object({ userId: idSchema("usr"), heirId: idSchema("usr") });
type HandOverJob = z.output<typeof HandOverJob>;

export const handOverOperation = operationType("handOver", HandOverJob);

/**
 * How much is to be handed over: cards of which any field names the person, in the trash too, since cards are restored from it as they were; tasks that
 * they have not done; and meetings to come.
 */
export async function holdingsOf(orgId: OrgId, userId: UserId, clock: Clock): Promise<Holdings> {
  const [cards, tasks, meetings] = await Promise.all([
    cardsNaming(orgId, userId),
    unfinishedOf(orgId, userId),
    upcomingOf(orgId, userId, instant(clock)),
  ]);
  return { cards: cards.length, tasks: tasks.length, meetings: meetings.length };
}

export interface Holdings {
  readonly cards: number;
  readonly tasks: number;
  readonly meetings: number;
}
export const isHolding = (holds: Holdings): boolean => Object.values(holds).some((count) => count > 0);

/** The fields of the card that name the person, with the heir in their place. */
function inherited({ userId, heirId }: HandOverJob, type: CardType, { fields }: StoredCard): FieldValues {
  const own = type.fields.filter((field) => field.type === "user" && fields[field.id] === userId);
  return Object.fromEntries(own.map(({ id }) => [id, heirId]));
}

function handOver(orgId: OrgId, job: HandOverJob, type: CardType, current: StoredCard, context: FieldContext, at: string) {
  const patch = inherited(job, type, current);
  // A trashed card holds no locks, so there are none to change hands.
  if (current.trashedAt) return written(rewriting(orgId, current, patch, at));
  return written(edit(orgId, type, current, patch, undefined, context, at, "freely"));
}

/**
 * Replaces a former member by the heir wherever cards name them, in their open tasks and in meetings to come, resuming where it stopped, until its end or for `runMs` milliseconds. Runs as the system: the
 * person is gone already, whatever has become of who removed them. Its records have origin "bulk", on which no automation runs.
 * @returns true when there is nothing more to do.
 */
export async function runHandOver(operation: RunningOperation, clock: Clock, runMs: number): Promise<boolean> {
  const { orgId, operationId } = operation;
  const job = handOverOperation.jobOf(operation);
  const context = await fieldContextOf(orgId);
  const frozen = await frozenIds(operation, "crd", clock, () => cardsNaming(orgId, job.userId));
  async function* tasks(): AsyncGenerator<CardTask> {
    for (const cardId of frozen.ids)
      yield {
        cardId,
        scope: { kind: "organization" },
        decide: (current, type, at) => attempt(() => handOver(orgId, job, type, current, context, at)),
      };
  }
  const endsAt = clock.now() + runMs;
  const commitContext: CommitContext = {
    orgId,
    actor: systemActor(orgId, "handOver"),
    clock,
    requestId: operationId,
    origin: "bulk",
    batchId: operationId,
  };
  const finished =
    (await runCardTasks(frozen.operation, tasks(), { commitContext, clock, runMs })) &&
    (await handOverActivities(commitContext, job, () => clock.now() >= endsAt));
  if (finished) await amendOperation(operation, { state: "done" });
  return finished;
}
