import { useT } from "../../../lib/i18n.tsx";

interface Reasoned {
  readonly message: string | null;
  readonly params: Readonly<Record<string, string | number>> | null;
}

/** Formats why a step was skipped or failed. */
export function useReason(): (of: Reasoned) => string | undefined {
  const t = useT();
  return ({ message, params }) =>
    message === null ? undefined : (t.find(message, params ?? {}) ?? t("errors.INTERNAL_SERVER_ERROR.message"));
}
