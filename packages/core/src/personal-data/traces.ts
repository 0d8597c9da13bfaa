import { actorsSince } from "../data/journal-entity.ts";
import { findPassing, forgetTemporary, temporaryFiles } from "../files/index.ts";
import { isId } from "../kernel/id.ts";
import { forgetRows } from "../operations/index.ts";
import { membersOf } from "../organizations/index.ts";
import { forgetAnswers, tokensOf } from "../tokens/index.ts";
import { forgetBodies } from "../outgoing-webhooks/index.ts";
import { forgetEvents } from "../provider-events/index.ts";
import type { Erasure, Progress } from "./parts/part.ts";

/**
 * Files with rows of many people: imports, exports, rejects. They can be made again. And unfinished uploads of attachments, of which nobody knows any more what
 * they were to be attached to.
 */
const ofRows: ReadonlySet<string> = new Set(["import", "export", "audit", "rejects", "personalData", "activity"]);
/** Answers to idempotent requests are kept for a day. */
const answeredMs = 25 * 3_600_000;
/** Seconds to wait for running operations before checking again. */
const waitSeconds = 30;

/**
 * Deletes what would expire by itself within a month and contains values of the person until then: exported and imported files, rejected rows, answers kept for
 * repeated requests, bodies of webhooks. None of it can be looked up by person, so everything from before the erasure goes.
 */
export async function eraseTraces(erasure: Erasure): Promise<Progress> {
  const { orgId, since } = erasure;
  if (!(await forgetRows(orgId, since))) return { done: false, afterSeconds: waitSeconds };
  const count = await forgetFiles(erasure);
  const [tokens, members, actors] = await Promise.all([
    tokensOf(orgId),
    membersOf(orgId),
    actorsSince(orgId, Date.parse(since) - answeredMs),
  ]);
  await forgetBodies(orgId, since);
  // What forms have sent may be about anybody. Its cards stand for themselves.
  await forgetEvents(orgId, "incoming", () => true);
  await forgetAnswers(orgId, new Set([...tokens.map(({ id }) => id), ...members.map(({ userId }) => userId), ...actors]));
  return { done: true, count };
}

async function forgetFiles({ orgId, cardIds, since }: Erasure): Promise<number> {
  let count = 0;
  // S3 reports whole seconds.
  const untilMs = Date.parse(since) + 1_000;
  for await (const { fileId, atMs } of temporaryFiles(orgId)) {
    const file = await findPassing(orgId, fileId);
    const isTheirs = isId("crd", file?.cardId) && cardIds.has(file.cardId);
    const isOfRows = !file || (ofRows.has(file.purpose) && atMs <= untilMs);
    if (!isTheirs && !isOfRows) continue;
    await forgetTemporary(orgId, fileId);
    count++;
  }
  return count;
}
