/*
 * Outgoing mail. Owns nothing: SES accepts it, or locally the mailbox does.
 * Invariant: mail is in its reader's language, which the caller ensures; a mail that may have gone out is not sent again from here.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Effect, NoEffect, type Purpose } from "../outbound/index.ts";
import type { Clock } from "../kernel/clock.ts";

/** A person's name in an email. */
export interface MailPerson {
  readonly email: string;
  readonly name: string | null;
}

export interface Mail {
  /** An address, or several. */
  readonly to: string | readonly MailPerson[];
  readonly cc?: readonly MailPerson[];
  readonly bcc?: readonly MailPerson[];
  /** Sender's name; Kartis by default. */
  readonly from?: string;
  readonly subject: string;
  /** Plain text; a mail without HTML is sent as text only. */
  readonly text: string;
  /** The same for mail programs that show HTML. */
  readonly html?: string;
  /** The reply address, if it is not the sender's. */
  readonly replyTo?: string;
  /** URL that a mail client posts to when the reader unsubscribes (RFC 8058). */
  readonly unsubscribe?: string;
  readonly attachments?: readonly { readonly name: string; readonly mime: string; readonly content: Uint8Array }[];
  /** The Message-ID of the mail that it answers. */
  readonly answers?: string;
  /** Reference that SES includes in its notifications about the email. */
  readonly reference?: string;
  /** A calendar file (RFC 6047): mail programs show it as an invitation of `from`, and it is attached for those that do not. */
  readonly calendar?: { readonly method: "REQUEST" | "CANCEL"; readonly content: string; readonly from: string };
}

/** Hands one mail to SES. @returns its id there. Throws `NoEffect` if SES certainly has not accepted it; after any other error it may have. */
async function handOver(mail: Mail): Promise<string> {
  const { sendBySes } = await import("./ses.ts");
  return sendBySes(mail);
}

/** A mail as the bytes of a message (`message.ts`), which few functions compose. */
export const composing = async () => (await import("./message.ts")).composeMessage;

const tries = 3;

/**
 * Mails within a request, to somebody who waits for it and asks again when nothing comes: codes, security notices, the contact form. They belong to a person
 * and to no organization, so nobody else could decide about them. Retried only if SES certainly has not accepted it. Throws when it may not have gone out.
 */
export async function sendMail(mail: Mail): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await handOver(mail);
      return;
    } catch (error) {
      if (!(error instanceof NoEffect && error.mayPass) || attempt === tries) throw error;
      await delay(Math.random() * 100 * 4 ** attempt);
    }
  }
}

/**
 * A purpose whose effects are mails. SES cannot recognize a repeated mail, so one whose answer was lost waits for a person, unless `rest` says that it repeats.
 */
export function mailing(
  compose: (effect: Effect, clock: Clock) => Promise<Mail | undefined>,
  rest: Partial<Pick<Purpose, "repeats" | "concerns" | "isReported">> = {},
): Purpose {
  return {
    repeats: false,
    concerns: "organization",
    ...rest,
    async prepare(effect, clock) {
      const mail = await compose(effect, clock);
      return mail && (() => handOver(mail));
    },
  };
}
