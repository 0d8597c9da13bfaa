import { KartisError } from "../kernel/error.ts";

/** Number of attempts before a code becomes invalid, since six digits are soon guessed. */
export const codeAttempts = 5;

/** The error for a code that is wrong, used, too old, or tried too often. */
export const wrongCode = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.codeWrong" });
