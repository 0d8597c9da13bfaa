import * as z from "zod";

const Mailbox = z.object({ mails: z.array(z.object({ subject: z.string(), text: z.string().default("") })) });

/** The newest code that was mailed to the address, read as its owner would: in the mailbox. */
export async function mailedCode(origin: string, email: string): Promise<string> {
  const code = /\d{6}/.exec((await newestMail(origin, email))?.subject ?? "")?.[0];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** The path of the link in the newest invitation that was mailed to the address. */
export async function mailedInvitation(origin: string, email: string): Promise<string> {
  const link = /\/invitations\/\S+/.exec((await newestMail(origin, email))?.text ?? "")?.[0];
  if (!link) throw new Error(`No link was mailed to ${email}`);
  return link;
}

async function newestMail(origin: string, email: string) {
  const response = await fetch(`${origin}/local/mailbox.json?to=${encodeURIComponent(email)}`);
  return Mailbox.parse(await response.json()).mails[0];
}
