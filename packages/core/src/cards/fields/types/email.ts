import { emailForm } from "../email-form.ts";
import { type Parsed, bad, ok } from "../field.ts";
import { writtenValue } from "../written-value.ts";

function readEmail(raw: unknown): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  const value = raw
    .replace(/[\u200e\u200f\u061c]/g, "")
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
  return value.length <= 254 && emailForm.test(value) ? ok(value) : bad("validation.email");
}

/** Stored in lower case, so that the same address is the same value. */
export const email = writtenValue(readEmail, { keys: "email" });
