import { CallError, secondsToWait } from "./calls/calls.ts";
import { currentTranslate } from "./i18n.tsx";

/** A failed call as the screens see it (SPEC section 8). */
export interface AppError {
  /** One of the spec's codes; HTTP_ERROR when there was no answer at all. */
  code: string;
  requestId?: string;
  /** Catalogue key of a message more specific than the code's own. */
  messageKey?: string;
  params?: Readonly<Record<string, string | number>>;
  /** Problems by input path, as catalogue keys. */
  fields?: Readonly<Record<string, string>>;
  /** Route where the user can fix it. */
  targetRoute?: string;
  /** When the same call can succeed. */
  retryAfterSeconds?: number;
  /** Fallback for errors that have no message in the catalogue. */
  text: string;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function textsOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function paramsOf(value: unknown): Record<string, string | number> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
}

/** A file of the site that did not arrive: no connection, or another version was published meanwhile. Each browser says it in its own words. */
const missingFile = /dynamically imported module|Importing a module script failed|Unable to preload/i;

export const isMissingFile = (error: unknown): boolean => error instanceof Error && missingFile.test(error.message);

/** Reads what the server sent with a failure; anything else that was thrown is an UNKNOWN_ERROR. */
export function toAppError(error: unknown): AppError {
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CallError)) return { code: isMissingFile(error) ? "HTTP_ERROR" : "UNKNOWN_ERROR", text };
  const { data } = error;
  if (!isRecord(data) || typeof data.code !== "string") return { code: "HTTP_ERROR", text };
  const params = paramsOf(data.params);
  const fields = textsOf(data.fields);
  const retryAfterSeconds = secondsToWait(data);
  return {
    code: data.code,
    text,
    ...(typeof data.requestId === "string" ? { requestId: data.requestId } : {}),
    ...(typeof data.messageKey === "string" ? { messageKey: data.messageKey } : {}),
    ...(typeof data.targetRoute === "string" ? { targetRoute: data.targetRoute } : {}),
    ...(params ? { params } : {}),
    ...(fields ? { fields } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/**
 * The title of the message, where it has one of its own, or of the code, or else the code itself. Of what its own message says is not met yet, nobody has changed
 * anything.
 */
export function errorTitle(error: AppError): string {
  const own = error.messageKey && currentTranslate().find(`${error.messageKey}.title`, error.params);
  if (own) return own;
  const about = error.code === "PRECONDITION_FAILED" && error.messageKey ? "notMet" : error.code;
  return currentTranslate().find(`errors.${about}.title`, error.params) ?? error.code;
}

/** What is wrong with the fields; undefined if anything is missing, which the code's own message is about. */
function problemsOf(fields: NonNullable<AppError["fields"]>): string | undefined {
  const keys = [...new Set(Object.values(fields))];
  const texts = keys.map((key) => currentTranslate().find(key));
  return keys.includes("validation.required") || texts.includes(undefined) ? undefined : texts.join("; ");
}

/** "Try again in 20 seconds": of an error whose own message does not say it. */
function waitText(seconds: number): string | undefined {
  const minutes = Math.ceil(seconds / 60);
  const translate = currentTranslate();
  return seconds < 100
    ? translate.find("errors.tryAgain.seconds", { seconds })
    : translate.find("errors.tryAgain.minutes", { minutes });
}

/** The translated message, or else the error's own words. */
export function errorMessage(error: AppError): string {
  const translate = currentTranslate();
  const { messageKey, fields, retryAfterSeconds } = error;
  const own = messageKey ? translate.find(messageKey, error.params) : fields && problemsOf(fields);
  const wait = retryAfterSeconds === undefined ? undefined : waitText(retryAfterSeconds);
  return own ?? wait ?? translate.find(`errors.${error.code}.message`, error.params) ?? error.text;
}

/** Codes that another try cannot change. */
const final = new Set([
  "UNAUTHORIZED",
  "UNAUTHORIZED_NO_ORG",
  "FORBIDDEN",
  "NO_PERMISSION",
  "MISSING_ROLE",
  "NOT_FOUND",
  "INVALID_INPUT",
  "BAD_REQUEST",
  "CONFLICT",
  "PRECONDITION_FAILED",
  "PAYMENT_REQUIRED",
  "TOO_MANY_REQUESTS",
]);

export function canRetry(error: unknown): boolean {
  const { code } = toAppError(error);
  // What took too long would take as long again.
  return !final.has(code) && code !== "UNPROCESSABLE_CONTENT";
}

/** Whether a call that failed may have taken effect all the same, as where only its answer was lost. */
export const mayHaveArrived = ({ code }: AppError): boolean => !final.has(code);
