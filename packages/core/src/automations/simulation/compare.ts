import type { HeldVersion } from "../schema.ts";
import type { ListedRun, SimulatedRun } from "./schema.ts";

/** Strings of a listed run are cut to this many characters. */
const mostCharacters = 400;

interface Made {
  readonly version: HeldVersion;
  readonly runs: readonly SimulatedRun[];
}

/** The runs of one or two versions as one list, newest first. Runs on a card for the same cause are one row. */
export function listed([first, second]: readonly Made[]): ListedRun[] {
  if (!first) return [];
  const others = new Map((second?.runs ?? []).map((run) => [causeOf(run), run]));
  const rows = first.runs.map((run): ListedRun => {
    const key = causeOf(run);
    const other = others.get(key);
    others.delete(key);
    if (!other || !second) return { ...run, versions: [first.version], isDifferent: false };
    return { ...run, versions: [first.version, second.version], isDifferent: deedsOf(run) !== deedsOf(other) };
  });
  const only = second
    ? [...others.values()].map((run): ListedRun => ({ ...run, versions: [second.version], isDifferent: false }))
    : [];
  return [...rows, ...only].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map((run) => shortened(run));
}

const causeOf = ({ chained, cardId, newCard, recordId, at }: SimulatedRun): string =>
  JSON.stringify([chained, newCard ?? cardId, recordId ?? at]);

/** What a run does, whatever its steps are called. */
const deedsOf = ({ state, message, steps }: SimulatedRun): string =>
  JSON.stringify([
    state,
    message,
    steps.map(({ action, card, each, at, state: stepState, input, recipient, met, after }) => [
      action,
      card?.name ?? null,
      each,
      at,
      stepState,
      action === "createCard" ? null : after,
      input,
      recipient,
      met,
    ]),
  ]);

function shortened<T>(value: T): T {
  if (typeof value === "string")
    return (value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value) as T & string;
  if (Array.isArray(value)) return value.map((one: unknown) => shortened(one)) as T & unknown[];
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened<unknown>(one)])) as T & object;
}
