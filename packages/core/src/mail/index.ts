/*
 * Mail going out. Owns nothing: SES takes it, or locally the mailbox does.
 * Invariant: what is mailed is in its reader's language, which the caller sees to.
 */
import { isFailedCondition } from "../data/entity.ts";
import { ledgerEntity } from "../data/ledger.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OrgId } from "../kernel/id.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; what has no more to say than text is mailed as text. */
  readonly text: string;
  /** Who is answered, where that is not the sender. */
  readonly replyTo?: string;
}

/** Hands one mail to SES. Resolves when SES has taken it; throws what the SDK throws. */
export async function sendMail(mail: Mail): Promise<void> {
  const { sendBySes } = await import("./ses.ts");
  await sendBySes(mail);
}

const rememberedSeconds = 14 * 86_400;

/**
 * Hands a mail over once for its key, whoever asks again or at the same time within fourteen days. The key is claimed first: a process that dies between
 * claim and hand-over loses the mail, which for what is also on screen is better than telling twice. What SES refuses is given back and thrown, so that
 * the queue brings it again.
 */
export async function mailOnce(
  { orgId, mail, key, clock }: { readonly orgId: OrgId; readonly mail: string; readonly key: string; readonly clock: Clock },
  content: Mail,
): Promise<void> {
  const claim = { orgId, consumer: `mail.${mail}`, recordId: key };
  try {
    await ledgerEntity()
      .create({ ...claim, expiresAt: Math.floor(clock.now() / 1000) + rememberedSeconds })
      .go();
  } catch (error) {
    if (isFailedCondition(error)) return;
    throw error;
  }
  try {
    await sendMail(content);
  } catch (error) {
    await ledgerEntity().remove(claim).go();
    throw error;
  }
}
