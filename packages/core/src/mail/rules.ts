import type { Mail, MailPerson } from "./index.ts";

/** `Kartis <no-reply@kartis.example>` → `no-reply@kartis.example` */
export const bareAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

export const peopleOf = (list: Mail["to"]): readonly MailPerson[] =>
  typeof list === "string" ? [{ email: list, name: null }] : list;
