import * as z from "zod";

const Mailbox = z.object({ mails: z.array(z.object({ subject: z.string() })) });

/** The newest code that was mailed to the address, read as its owner would: in the mailbox. */
export async function mailedCode(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/local/mailbox.json?to=${encodeURIComponent(email)}`);
  const [newest] = Mailbox.parse(await response.json()).mails;
  const code = /\d{6}/.exec(newest?.subject ?? "")?.[0];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}
