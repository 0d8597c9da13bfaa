import { addressIn } from "../email-form.ts";
import { type Parsed, bad, ok } from "../field.ts";
import { writtenValue } from "../written-value.ts";

function readEmail(raw: unknown): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  const address = addressIn(raw);
  return address === undefined ? bad("validation.email") : ok(address);
}

export const email = writtenValue(readEmail, { keys: "email" });
