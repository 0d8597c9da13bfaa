import { reportFailure } from "../../lib/failures.ts";
import { useSubmit } from "../identity/useSubmit.ts";

/** Sends a form of the settings: a failure is the red notice of every screen, beside what is said at the fields (SPEC section 8). */
export const useSaving = (send: () => Promise<void>) => useSubmit(send, reportFailure);
