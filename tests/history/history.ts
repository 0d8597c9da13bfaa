/** Answer to a client. */
export type Outcome =
  | { readonly kind: "ok"; readonly data: unknown }
  /** Refused by the API with a code: nothing was changed. */
  | { readonly kind: "refused"; readonly code: string }
  /** No answer, or a server's failure: it may have happened. */
  | { readonly kind: "unknown"; readonly reason: string };

export interface Attempt {
  readonly client: number;
  /** Unique; the journal's record has it. */
  readonly requestId: string;
  readonly process: string;
  readonly procedure: string;
  readonly input: unknown;
  readonly outcome: Outcome;
}

/** An import that a client began. */
export interface ImportAttempt {
  readonly requestId: string;
  /** Its own file, by which its operation is found also when the answer that names the operation was lost. */
  readonly fileId: string;
  /** The names of its rows, each of which no other card has. */
  readonly names: readonly string[];
  readonly outcome: "ok" | "refused" | "unknown";
}

/** Everything that was done and answered, in the order of the answers. */
export class History {
  readonly attempts: Attempt[] = [];
  readonly imports: ImportAttempt[] = [];
  /** Reads that should have been impossible, reported together at the end. */
  readonly violations: string[] = [];
}
