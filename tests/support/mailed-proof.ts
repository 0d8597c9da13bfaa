import { identityProcedures } from "@kartis/core/identity/index.ts";
import type { Backend } from "./backend.ts";
import { named, type Owner } from "./people.ts";

/** The proof of identity of somebody without a password: a code from their mailbox. */
export async function mailedProof({ engines }: Backend, person: Owner): Promise<{ kind: "mail"; code: string }> {
  const { email } = (await person.call(named(identityProcedures, "identity.me"), {})).user;
  await person.call(named(identityProcedures, "identity.requestCode"), { email });
  const [mail] = engines.mail.listMails({ to: email });
  const code = /\b\d{6}\b/.exec(JSON.stringify(mail))?.[0];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return { kind: "mail", code };
}
