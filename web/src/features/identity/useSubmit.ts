import type { MessageKey } from "@kartis/i18n/messages.ts";
import { useState } from "react";
import { toAppError, type AppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { CeremonyFailure } from "./ceremony.ts";

/** What is wrong with which field, as catalogue keys: the language can change while the form is open. */
export type Problems = Readonly<Record<string, MessageKey>>;

/**
 * Sends a form once at a time. What the server says about fields goes to the fields, anything else to the form; nothing becomes a notification,
 * because the reader is looking at the form.
 */
export function useSubmit(send: () => Promise<void>) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});

  async function submit(problems: Problems = {}): Promise<void> {
    setKeys(problems);
    setError(undefined);
    if (Object.keys(problems).length > 0 || isPending) return;
    setPending(true);
    try {
      await send();
    } catch (failure) {
      const refused: AppError =
        failure instanceof CeremonyFailure
          ? { code: "UNKNOWN_ERROR", messageKey: failure.messageKey, text: failure.message }
          : toAppError(failure);
      if (refused.fields) setKeys(refused.fields);
      else setError(refused);
    } finally {
      setPending(false);
    }
  }

  /** For a field that is being mended. */
  function clear(field: string): void {
    setKeys(({ [field]: _mended, ...others }) => others);
  }

  const fields: Partial<Record<string, string>> = Object.fromEntries(
    Object.entries(keys).map(([field, key]) => [field, t.find(key) ?? t("validation.invalid")]),
  );
  return { isPending, error, fields, submit, clear };
}
