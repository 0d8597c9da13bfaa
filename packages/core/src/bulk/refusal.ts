import { KartisError } from "../kernel/error.ts";

/** Why something stays unchanged. */
export interface Refusal {
  readonly fieldId: string | null;
  /** Catalogue key. */
  readonly message: string;
}

/** Converts a rule violation into the reason shown to the user, using the field's own message if there is one. Rethrows anything else. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof KartisError)) throw error;
  const [[fieldId, message] = []] = Object.entries(error.details.fields ?? {});
  return { fieldId: fieldId ?? null, message: message ?? error.details.messageKey ?? `errors.${error.code}.message` };
}
