import { KartisError } from "../../kernel/error.ts";
import type { Effect } from "../../outbound/index.ts";
import { lacksFile, mailToSend } from "./deliver.ts";

/** Throws PRECONDITION_FAILED if a file of the mail that an effect sends has been deleted: it would leave without it. */
export async function requireMailSendable({ orgId, subjectId }: Effect): Promise<void> {
  const mail = await mailToSend(orgId, subjectId);
  if (mail && lacksFile(mail)) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.sentFileGone" });
}
