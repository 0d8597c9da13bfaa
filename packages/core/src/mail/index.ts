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
 * Hands a mail over once for what it tells of (`keys`), whoever asks again or at the same time within fourteen days. The keys are claimed first: a process
 * that dies between claim and hand-over loses the mail, which for what is also on screen is better than telling twice. What SES refuses is given back and
 * thrown, so that the queue brings it again. Nothing goes out when all keys are claimed.
 */
export async function mailOnce(
  {
    orgId,
    mail,
    keys,
    clock,
  }: { readonly orgId: OrgId; readonly mail: string; readonly keys: readonly string[]; readonly clock: Clock },
  content: Mail,
): Promise<void> {
  const claims = keys.map((key) => ({ orgId, consumer: `mail.${mail}`, recordId: key }));
  const expiresAt = Math.floor(clock.now() / 1000) + rememberedSeconds;
  const won: typeof claims = [];
  for (const claim of claims) {
    try {
      await ledgerEntity()
        .create({ ...claim, expiresAt })
        .go();
      won.push(claim);
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
    }
  }
  if (won.length === 0) return;
  try {
    await sendMail(content);
  } catch (error) {
    for (const claim of won) await ledgerEntity().remove(claim).go();
    throw error;
  }
}
