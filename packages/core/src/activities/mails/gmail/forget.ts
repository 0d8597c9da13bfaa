import type { CommitContext } from "../../../data/commit.ts";
import type { UserId } from "../../../kernel/id.ts";
import { changeInChunks } from "../../in-chunks.ts";
import { mailsOfMailbox } from "../../replica/ids.ts";
import { trashing } from "../../writes.ts";

/** Puts the mails that a member's Gmail has brought into the trash. Those that they wrote in Kartis stay. Harmless to repeat; of one that breaks off the rest is left. */
export async function forgetMailbox(context: CommitContext, userId: UserId): Promise<void> {
  const ids = await mailsOfMailbox(context.orgId, userId);
  await changeInChunks(
    context,
    ids,
    (mails, now) => mails.flatMap((mail) => trashing(context.orgId, mail, true, now) ?? []),
    () => false,
  );
}
