import { useState } from "react";
import { fieldErrors, toAppError, type AppError } from "../../lib/errors.ts";

/**
 * Sends a form once at a time. What the server says about fields goes to the fields, anything else to the form; nothing becomes a notification,
 * because the reader is looking at the form.
 */
export function useSubmit(send: () => Promise<void>) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const [fields, setFields] = useState<Record<string, string>>({});

  async function submit(invalid: Record<string, string> = {}): Promise<void> {
    setFields(invalid);
    setError(undefined);
    if (Object.keys(invalid).length > 0 || isPending) return;
    setPending(true);
    try {
      await send();
    } catch (failure) {
      const refused = toAppError(failure);
      const named = fieldErrors(refused);
      setFields(named);
      if (Object.keys(named).length === 0) setError(refused);
    } finally {
      setPending(false);
    }
  }

  /** For a field that is being mended. */
  function clear(field: string): void {
    setFields(({ [field]: _mended, ...others }) => others);
  }

  return { isPending, error, fields, submit, clear };
}
