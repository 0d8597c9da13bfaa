import { useRef } from "react";
import { type AppError, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { endToast } from "../../lib/toasts/toasts.ts";
import { useSubmit } from "../identity/useSubmit.ts";

/**
 * Sends a form of the settings: a failure is the red notice of every screen, beside what is said at the fields (SPEC section 8). Once the form has been accepted, the
 * notice of what was wrong with it before goes.
 *
 * @param isForForm failures that the form shows itself instead
 */
export function useSaving(send: () => Promise<void>, isForForm?: (error: AppError) => boolean) {
  const reported = useRef<string>(undefined);
  return useSubmit(
    async () => {
      await send();
      if (reported.current) endToast(reported.current);
    },
    (failure) => {
      reported.current = toAppError(failure).code;
      reportFailure(failure);
    },
    isForForm,
  );
}
