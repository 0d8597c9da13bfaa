import type { MessageKey } from "@kartis/i18n/messages.ts";
import { useState } from "react";
import { toAppError, type AppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { focusProblem } from "../../ui/overlays/focus-problem.ts";
import { CeremonyFailure } from "./passkeys/ceremony.ts";

/** Problems by field, as catalogue keys: the language can change while the form is open. */
export type Problems = Readonly<Record<string, MessageKey>>;

/**
 * Sends a form once at a time. What the server says about fields goes to the fields, the first of which has the focus then; anything else to the form.
 * @param onFailure called with every failed call instead of showing it in the form: settings report failures as every screen does (SPEC section 8)
 * @param isForForm failures that the form shows all the same, which `onFailure` does not get
 */
export function useSubmit(
  send: () => Promise<void>,
  onFailure?: (failure: unknown) => void,
  isForForm: (error: AppError) => boolean = () => false,
) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});

  async function submit(problems: Problems = {}): Promise<void> {
    const form = document.activeElement?.closest('form, [role="dialog"], [role="alertdialog"]');
    /** Once the fields show what is wrong. */
    const focusFirst = () => requestAnimationFrame(() => focusProblem(form?.isConnected ? form : document.body));
    setKeys(problems);
    setError(undefined);
    if (Object.keys(problems).length > 0) focusFirst();
    if (Object.keys(problems).length > 0 || isPending) return;
    setPending(true);
    try {
      await send();
    } catch (failure) {
      if (failure instanceof CeremonyFailure)
        return setError({ code: "UNKNOWN_ERROR", messageKey: failure.messageKey, text: failure.message });
      const refused = toAppError(failure);
      if (isForForm(refused)) return setError(refused);
      if (refused.fields) {
        setKeys(refused.fields);
        focusFirst();
      } else if (!onFailure) setError(refused);
      onFailure?.(failure);
    } finally {
      setPending(false);
    }
  }

  /** Clears the problem of a field that is being corrected. */
  function clear(field: string): void {
    setKeys(({ [field]: _mended, ...others }) => others);
  }

  const fields: Partial<Record<string, string>> = Object.fromEntries(
    Object.entries(keys).map(([field, key]) => [field, t.find(key) ?? t("validation.invalid")]),
  );
  return { isPending, error, fields, submit, clear };
}
