import { type AppError, toAppError } from "./errors.ts";

const keys: ReadonlySet<string | undefined> = new Set(["errors.sentBefore", "errors.loggedBefore", "errors.meetingBefore"]);

/**
 * Whether an earlier try reached the server after all, with other content than this one: what was typed since is not saved, and needs an id of its own. The failure
 * says so to the person, who decides whether it is to be another one.
 */
export const isMadeBefore = (failure: unknown): boolean =>
  keys.has(isAppError(failure) ? failure.messageKey : toAppError(failure).messageKey);

const isAppError = (failure: unknown): failure is AppError => !(failure instanceof Error);
