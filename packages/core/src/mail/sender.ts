import { env } from "../kernel/env.ts";

/** The address that all mails come from, without a name. */
export function senderAddress(): string {
  const from = env("MAIL_FROM");
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
