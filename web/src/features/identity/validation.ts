import type { Translate } from "@kartis/i18n/create-translate.ts";

/** Something, an at sign, a domain with a dot; the server knows better, and the mailbox best. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export function emailProblem(t: Translate, email: string): Record<string, string> {
  return emailForm.test(email.trim()) ? {} : { email: t("validation.email") };
}

/** The server's bounds. */
export const passwordLength = { min: 8, max: 200 };
