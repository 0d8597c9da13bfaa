/** Why one write of a transaction was not made; `Code` is `None` for those that would have been. */
export interface CancellationReason {
  readonly Code?: string;
  readonly Message?: string;
}

/** DynamoDB's error response, under the SDK's names: `name` is the exception's. */
export class EngineError extends Error {
  readonly $metadata: { readonly httpStatusCode: number };
  /** TransactionCanceledException only, in the order of its writes. */
  readonly CancellationReasons?: readonly CancellationReason[];

  constructor(name: string, message: string, status: number, reasons?: readonly CancellationReason[]) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
    if (reasons) this.CancellationReasons = reasons;
  }
}

/** True if the error says that the condition of a single item's write did not hold. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof EngineError && error.name === "ConditionalCheckFailedException";

/**
 * Whether the engine refused the item's size (400 KB), or the transaction's (4 MB). It only says so in its message, directly or, where an update would make the
 * item too large, as the reason of a cancellation.
 */
export const exceedsSize = (error: unknown): boolean => {
  if (!(error instanceof EngineError)) return false;
  const said = [
    ...(error.name === "ValidationException" ? [error.message] : []),
    ...(error.CancellationReasons ?? []).flatMap(({ Code, Message = "" }) => (Code === "ValidationError" ? [Message] : [])),
  ];
  return said.some((message) => /\bsize\b.*\bexceed/i.test(message));
};

/** Why a transaction was canceled; undefined for any other error. */
export const cancellationReasons = (error: unknown): readonly CancellationReason[] | undefined =>
  error instanceof EngineError && error.name === "TransactionCanceledException" ? (error.CancellationReasons ?? []) : undefined;
