import * as z from "zod";
import { commit, commitContextOf } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findPauses, type Pauses, pauseWrite, presentPause } from "./pauses.ts";

/** Whether all automations of the organization are paused. */
export interface PauseState {
  readonly isPaused: boolean;
  /** When they were paused, and by whom; null while they are not. */
  readonly since: string | null;
  readonly by: UserId | null;
}

function stateOf(pauses: Pauses): PauseState {
  const pause = presentPause(pauses);
  return { isPaused: pause !== undefined, since: pause?.from ?? null, by: pause?.by ?? null };
}

const paused = procedure({
  name: "automations.paused",
  kind: "query",
  input: z.object({}),
  can: ["AUTOMATION", "read"],
  run: async (_, { principal }): Promise<PauseState> => stateOf(await findPauses(principal.orgId)),
});

const setPaused = procedure({
  name: "automations.setPaused",
  kind: "mutation",
  input: z.object({ isPaused: z.boolean() }),
  can: ["AUTOMATION", "update"],
  // Also on a plan without automations, since it only ever holds them back; and such a plan runs none after they are resumed.
  plan: "any",
  /**
   * Pauses or resumes all automations of the organization. While paused, nothing starts and no run continues; runs that came due meanwhile continue afterwards.
   * Does nothing if it is so already.
   */
  async run({ isPaused }, context): Promise<PauseState> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const { result } = await commit(commitContextOf(context), async (at) => {
      const known = await findPauses(orgId);
      const present = presentPause(known);
      if ((present !== undefined) === isPaused) return { writes: [], records: [], result: stateOf(known) };
      const write = pauseWrite(orgId, known, at, isPaused ? userId : null);
      const change = changeOf(orgId, known.version + 1, isPaused ? { from: at } : { until: at });
      const result: PauseState = isPaused ? { isPaused, since: at, by: userId } : { isPaused, since: null, by: null };
      return { writes: [write], records: [{ changes: [change] }], result };
    });
    return result;
  },
});

const changeOf = (orgId: OrgId, version: number, after: { readonly from: string } | { readonly until: string }): Change => ({
  action: "from" in after ? "automation.pause" : "automation.resume",
  subject: { kind: "organization", id: orgId },
  version,
  before: null,
  after,
});

export const pauseProcedures = [paused, setPaused] as const;
