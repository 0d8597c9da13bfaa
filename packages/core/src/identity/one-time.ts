import { KartisError } from "../kernel/error.ts";

/** How often a code may be tried before it is invalid: six digits are soon guessed otherwise. */
export const codeAttempts = 5;

/** The error for a code that is wrong, used, too old, or tried too often. */
export const wrongCode = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.codeWrong" });
