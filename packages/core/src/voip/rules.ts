/** Why a call did not come about, or came about otherwise. */
export const callReasons = [
  "noAnswer",
  "busy",
  "canceled",
  "abandoned",
  "voicemail",
  "extensionOffline",
  "blocked",
  "badNumber",
  "account",
  "address",
  "caller",
  "dialing",
  "late",
  "unreachable",
  "unknown",
  "unreported",
  "other",
] as const;
export type CallReason = (typeof callReasons)[number];
export const isCallReason = (value: unknown): value is CallReason => callReasons.some((known) => known === value);

/** Refusals that concern the connection rather than one call: its credentials, the address of Kartis, or the number that it calls from. */
export const connectionProblems = ["account", "address", "caller", "dialing"] as const;
export type ConnectionProblem = (typeof connectionProblems)[number];
export const isConnectionProblem = (value: unknown): value is ConnectionProblem =>
  connectionProblems.some((known) => known === value);

/**
 * Whether no calls are placed meanwhile. A refused dialing may concern one number alone, as providers have one code for both: it is shown until a call is accepted, and stops
 * nothing.
 */
export const isBlocking = (problem: ConnectionProblem | null | undefined): boolean => Boolean(problem) && problem !== "dialing";

/** A call of which nothing was reported for this long will not be reported any more: providers end a call after two hours. */
export const silentMs = 3 * 3_600_000;

/** For this long a call rings at most before its notification is shown no more. */
export const ringingMs = 60_000;
