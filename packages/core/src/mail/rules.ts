import type { Mail, MailPerson } from "./index.ts";

/** `Kartis <no-reply@kartis.example>` → `no-reply@kartis.example` */
export const bareAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

export const peopleOf = (list: Mail["to"]): readonly MailPerson[] =>
  typeof list === "string" ? [{ email: list, name: null }] : list;

/** The headers by which a mail client offers to unsubscribe (RFC 8058). */
export const unsubscribeHeaders = (url: string): Readonly<Record<string, string>> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
