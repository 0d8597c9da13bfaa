import { type CommitContext, commit } from "../../../data/commit.ts";
import type { UserId } from "../../../kernel/id.ts";
import { mailsOfMailbox } from "../../replica/ids.ts";
import { findActivities } from "../../store.ts";
import { trashing } from "../../writes.ts";

const chunkSize = 40;

/** Puts the mails that a member's Gmail has brought into the trash. Those that they wrote in Kartis stay. Harmless to repeat; of one that breaks off the rest is left. */
export async function forgetMailbox(context: CommitContext, userId: UserId): Promise<void> {
  const ids = await mailsOfMailbox(context.orgId, userId);
  for (let at = 0; at < ids.length; at += chunkSize) {
    const some = ids.slice(at, at + chunkSize);
    await commit(context, async (now) => {
      const mails = [...(await findActivities(context.orgId, some)).values()];
      const moved = mails.flatMap((mail) => trashing(context.orgId, mail, true, now) ?? []);
      if (moved.length === 0) return { writes: [], records: [], result: undefined };
      return {
        writes: moved.map(({ write }) => write),
        records: [{ changes: moved.map(({ change }) => change) }],
        result: undefined,
      };
    });
  }
}
