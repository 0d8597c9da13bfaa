/*
 * Mail going out. Owns nothing: SES takes it, or locally the mailbox does.
 * Invariant: what is mailed is in its reader's language, which the caller sees to.
 */
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
