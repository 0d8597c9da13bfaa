import { KartisError } from "../kernel/error.ts";

/** The error for a code that is wrong, used, too old, or tried too often. */
export const wrongCode = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.codeWrong" });
