import type { CallStatus } from "../activities/types/call.ts";
import type { CallReason } from "./rules.ts";

/*
 * What is known of a call. Providers report it in pieces, twice, and in any order; the facts are the same whichever piece comes first, since each keeps the best
 * report of it (a join in a semilattice).
 */

export type CallDirection = "IN" | "OUT";

/** What a report comes from, the more reliable the later: our own request, live events, the record of our person's leg, and the record of the other party's. */
export const reportSources = ["request", "live", "ownLeg", "record"] as const;
export type ReportSource = (typeof reportSources)[number];

/** How far a call has come. Of two reports from the same source, the later one of these counts. */
export const callStates = ["ringing", "talking", "unanswered", "answered"] as const;
export type CallState = (typeof callStates)[number];

export interface Outcome {
  readonly state: CallState;
  /** Duration of the conversation. */
  readonly seconds: number | null;
  readonly reason: CallReason | null;
}

/** One report of a provider about a call. */
export interface CallReport extends Outcome {
  readonly source: ReportSource;
  readonly direction: CallDirection;
  /** The other party's number as the provider writes it; null if it is hidden, or if the report is not about that party. */
  readonly number: string | null;
  /** The extension of our person. */
  readonly extension: string | null;
  /** When the call began. */
  readonly at: string;
  readonly recording: string | null;
}

/** A value, and how good the report is that it comes from. */
interface Known<T> {
  readonly rank: number;
  readonly value: T;
}

export interface CallFacts {
  readonly direction: Known<CallDirection>;
  readonly number: Known<string> | null;
  readonly extension: Known<string> | null;
  readonly outcome: Known<Outcome>;
  readonly startedAt: Known<string>;
  readonly recording: Known<string> | null;
  /** Every extension that it has rung at. */
  readonly rings: readonly string[];
}

const rankOf = (source: ReportSource): number => reportSources.indexOf(source);

/** The facts that one report tells. A call that we have requested has the direction and number of the request, whatever is reported of its legs. */
export function factsOf({ source, direction, number, extension, at, recording, ...outcome }: CallReport): CallFacts {
  const rank = rankOf(source);
  const asked = source === "request" ? reportSources.length : rank;
  const progress = rank * callStates.length + callStates.indexOf(outcome.state);
  return {
    direction: { rank: asked, value: direction },
    number: number === null ? null : { rank: asked, value: number },
    extension: extension === null ? null : { rank: progress, value: extension },
    outcome: { rank: progress, value: { state: outcome.state, seconds: outcome.seconds, reason: outcome.reason } },
    startedAt: { rank, value: at },
    recording: recording === null ? null : { rank, value: recording },
    rings: extension === null || source === "request" ? [] : [extension],
  };
}

/** The better of two; of equally good ones always the same, so that the order of reports does not matter. */
function better<T>(one: Known<T>, other: Known<T>, isFirst: (a: T, b: T) => boolean): Known<T> {
  if (one.rank !== other.rank) return one.rank > other.rank ? one : other;
  return isFirst(one.value, other.value) ? one : other;
}

const known = (one: Known<string> | null, other: Known<string> | null): Known<string> | null =>
  one && other ? better(one, other, (a, b) => a < b) : (one ?? other);

const isLonger = (a: Outcome, b: Outcome): boolean => {
  const [first, second] = [a.seconds ?? -1, b.seconds ?? -1];
  return first === second ? (a.reason ?? "") >= (b.reason ?? "") : first > second;
};

/** What two sets of facts about one call say together. Associative, commutative and idempotent. */
export const joined = (one: CallFacts, other: CallFacts): CallFacts => ({
  direction: better(one.direction, other.direction, (a, b) => a < b),
  number: known(one.number, other.number),
  extension: known(one.extension, other.extension),
  outcome: better(one.outcome, other.outcome, isLonger),
  startedAt: better(one.startedAt, other.startedAt, (a, b) => a < b),
  recording: known(one.recording, other.recording),
  rings: [...new Set([...one.rings, ...other.rings])].toSorted(),
});

/** Whether the outcome is what the provider's record says, after the call. */
export const isFinal = ({ outcome }: Pick<CallFacts, "outcome">): boolean => outcome.rank >= rankOf("record") * callStates.length;

/** Above everything that leaves a call pending, and below every record of the other party's leg. */
const closedRank = rankOf("record") * callStates.length - 1;

/** The facts of a call that is given up, because nothing more is reported of it. A record that comes after all outranks that. */
export const closed = (facts: CallFacts): CallFacts =>
  joined(facts, { ...facts, outcome: { rank: closedRank, value: { state: "unanswered", seconds: null, reason: "unreported" } } });

/**
 * The status that people see (SPEC section 3): a call that nobody answered was missed if it came in, and failed if it went out. One whose end nobody has reported has
 * failed: it may have been answered, so that it is not among those to call back.
 */
export function statusOf({ direction, outcome }: Pick<CallFacts, "direction" | "outcome">): CallStatus {
  switch (outcome.value.state) {
    case "answered":
      return "answered";
    case "unanswered":
      return direction.value === "IN" && outcome.value.reason !== "unreported" ? "missed" : "failed";
    default:
      return "pending";
  }
}
