import { addressIn } from "@kartis/core/cards/fields/email-form.ts";
import type { Problems } from "./useSubmit.ts";

export function emailProblem(email: string): Problems {
  return addressIn(email) ? {} : { email: "validation.email" };
}

/** The server's bounds. */
const passwordLength = { min: 8, max: 200 };

export function passwordProblem(password: string): Problems {
  const isLongEnough = password.length >= passwordLength.min && password.length <= passwordLength.max;
  return isLongEnough ? {} : { password: "validation.passwordLength" };
}
