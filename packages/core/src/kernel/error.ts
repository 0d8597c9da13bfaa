/**
 * The spec's error codes (SPEC section 8) with their HTTP status.
 * Titles and messages are in the catalogues under `errors.<CODE>.title` and `.message`: the reader's language is known only where the error is shown.
 */
export const errorStatus = {
  MISSING_ROLE: 403,
  NO_PERMISSION: 403,
  MISSING_PERMISSION_DEFINITION: 500,
  CONTACT_ADMIN: 403,
  GENERAL_ERROR: 500,
  CONTACT_SUPPORT: 500,
  CARD_TYPE_DELETE_HAS_CARDS: 409,
  UNAUTHORIZED_NO_ORG: 401,
  FINANCE_SETTINGS_NOT_FOUND: 412,
  SMS_DISABLED: 403,
  SMS_LIMIT_REACHED: 403,
  INVALID_INPUT: 400,
  AI_DISABLED: 403,
  AI_LIMIT_REACHED: 403,
  HTTP_ERROR: 502,
  BAD_REQUEST: 400,
  CLIENT_CLOSED_REQUEST: 499,
  CONFLICT: 409,
  FORBIDDEN: 403,
  INTERNAL_SERVER_ERROR: 500,
  METHOD_NOT_SUPPORTED: 405,
  NOT_FOUND: 404,
  NOT_IMPLEMENTED: 501,
  PARSE_ERROR: 400,
  PAYLOAD_TOO_LARGE: 413,
  PRECONDITION_FAILED: 412,
  TIMEOUT: 408,
  TOO_MANY_REQUESTS: 429,
  UNAUTHORIZED: 401,
  UNPROCESSABLE_CONTENT: 422,
  UNSUPPORTED_MEDIA_TYPE: 415,
  BAD_GATEWAY: 502,
  GATEWAY_TIMEOUT: 504,
  SERVICE_UNAVAILABLE: 503,
  PAYMENT_REQUIRED: 402,
  UNKNOWN_ERROR: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export interface ErrorDetails {
  /** Catalogue key of a message more specific than the code's own. */
  readonly messageKey?: string;
  /** Values for the message's placeholders. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Problems by input path, as catalogue keys. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Route where the user can fix it. */
  readonly targetRoute?: string;
  /** When the same call can succeed. */
  readonly retryAfterSeconds?: number;
  /** Cause for the log; never sent to clients. */
  readonly cause?: unknown;
}

/** The one kind of error that is meant for callers. Anything else that is thrown is a defect and leaves as INTERNAL_SERVER_ERROR. */
export class KartisError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.messageKey ?? code, { cause: details.cause });
    this.name = "KartisError";
    this.code = code;
    this.details = details;
  }
}

/** The form in which an error leaves the system, on every channel. */
export interface ErrorShape {
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string;
  readonly messageKey?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly fields?: Readonly<Record<string, string>>;
  readonly targetRoute?: string;
  readonly retryAfterSeconds?: number;
}

/** The one formatter: anything thrown, reduced to what the caller may know. */
export function errorShape(error: unknown, requestId: string): ErrorShape {
  if (!(error instanceof KartisError)) return { code: "INTERNAL_SERVER_ERROR", status: 500, requestId };
  const { cause: _, ...details } = error.details;
  return { code: error.code, status: errorStatus[error.code], requestId, ...details };
}
