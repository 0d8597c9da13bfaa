import { setInterval } from "node:timers/promises";
import * as z from "zod";

const Mailbox = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.array(z.string()),
      cc: z.array(z.string()),
      subject: z.string(),
      text: z.string().default(""),
    }),
  ),
});

/** The newest code that was mailed to the address, read as its owner would: in the mailbox. */
export async function mailedCode(origin: string, email: string): Promise<string> {
  const mails = await mailsTo(origin, email);
  // Other mail may have come meanwhile: an invitation is sent a moment after it was made.
  const code = mails.flatMap(({ subject }) => /\d{6}/.exec(subject)?.[0] ?? [])[0];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** The path of the link in the newest invitation that was mailed to the address, once it has come. */
export async function mailedInvitation(origin: string, email: string): Promise<string> {
  const until = AbortSignal.timeout(20_000);
  for await (const _ of setInterval(50)) {
    const link = (await mailsTo(origin, email)).flatMap(({ text }) => /\/invitations\/\S+/.exec(text)?.[0] ?? [])[0];
    if (link) return link;
    if (until.aborted) break;
  }
  throw new Error(`No link was mailed to ${email}`);
}

/** The newest first. */
export async function mailsTo(origin: string, email: string) {
  const response = await fetch(`${origin}/local/mailbox.json?to=${encodeURIComponent(email)}`);
  return Mailbox.parse(await response.json()).mails;
}
