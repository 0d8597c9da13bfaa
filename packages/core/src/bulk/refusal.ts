import { KartisError } from "../kernel/error.ts";

/** Why something stays unchanged. */
export interface Refusal {
  readonly fieldId: string | null;
  /** Catalogue key. */
  readonly message: string;
}

/** What the rules say of a change that they refuse: the field's own reason, where they name a field. Throws anything else again. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof KartisError)) throw error;
  const [[fieldId, message] = []] = Object.entries(error.details.fields ?? {});
  return { fieldId: fieldId ?? null, message: message ?? error.details.messageKey ?? `errors.${error.code}.message` };
}
