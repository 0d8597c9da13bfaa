import type { Problems } from "./useSubmit.ts";

/** Something, an at sign, a domain with a dot; the server knows better, and the mailbox best. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export function emailProblem(email: string): Problems {
  return emailForm.test(email.trim()) ? {} : { email: "validation.email" };
}

/** The server's bounds. */
const passwordLength = { min: 8, max: 200 };

export function passwordProblem(password: string): Problems {
  const isLongEnough = password.length >= passwordLength.min && password.length <= passwordLength.max;
  return isLongEnough ? {} : { password: "validation.passwordLength" };
}
