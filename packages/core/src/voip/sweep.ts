import { type DueLane, duePages } from "../data/due-index.ts";
import { reportFailure } from "../data/consumer.ts";
import { type Clock } from "../kernel/clock.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { receive } from "../provider-events/index.ts";
import { callEntity } from "./call-entity.ts";
import { compareLog, dueLogs } from "./call-log.ts";
import { silenceEvent } from "./reports.ts";
import type { CallId } from "./schema.ts";

interface SilentCall {
  readonly orgId: OrgId;
  readonly id: CallId;
  readonly version: number;
}

async function* silentCalls(clock: Clock): AsyncGenerator<SilentCall> {
  const silent = (lane: DueLane, from: string, until: string) =>
    callEntity().query.bySilence({ lane }).between({ silentAt: from }, { silentAt: until });
  for await (const page of duePages(clock, silent))
    for (const { orgId, callId: id, version } of page) if (isId("org", orgId) && isId("cal", id)) yield { orgId, id, version };
}

/**
 * What no provider reports, in all organizations: the end of calls that have been pending for hours, and calls that only a provider's log has. Both are taken in as
 * reports are.
 * @returns how many organizations' logs, and how many calls, failed
 */
export async function sweepCalls(clock: Clock, runMs: number): Promise<{ failed: number }> {
  const until = clock.now() + runMs;
  let failed = 0;
  async function each<Due>(all: AsyncIterable<Due>, run: (due: Due) => Promise<void>): Promise<void> {
    for await (const due of all) {
      await run(due).catch((error: unknown) => {
        failed++;
        reportFailure("telephony-sweep", error);
      });
      if (clock.now() >= until) return;
    }
  }
  await Promise.all([
    each(silentCalls(clock), (call) => receive(call.orgId, silenceEvent(call), clock)),
    each(dueLogs(clock), (orgId) => compareLog(orgId, clock, until)),
  ]);
  return { failed };
}
