/** An error that the client sees as AWS would have said it; any other error thrown by an engine becomes a 500. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  /** SQS clients read the code of the old query protocol from a header of its own. */
  readonly queryCode: string | undefined;

  constructor(code: string, message: string, options: { status?: number; queryCode?: string } = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = options.status ?? 400;
    this.queryCode = options.queryCode;
  }
}
