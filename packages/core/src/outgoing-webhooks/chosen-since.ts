/*
 * Since when an endpoint has chosen each of its events and card types: it was to get what happened since then. Pure: selections and instants are passed in.
 */
import { everyEvent, type Selection, type WebhookEvent, webhookEvents } from "./rules.ts";

/** Instants by name, and the one of every name that is not listed. */
export interface ChosenSince {
  readonly rest: string;
  readonly names: Readonly<Record<string, string>>;
}

/** Since when each event and each card type has been chosen. */
export interface SelectionSince {
  readonly events: ChosenSince;
  readonly types: ChosenSince;
}

/** Names that are chosen; undefined for all of them. */
type Chosen = readonly string[] | undefined;

const chosenEvents = ({ events }: Selection): Chosen => (events.includes(everyEvent) ? undefined : events);
const chosenTypes = ({ cardTypeIds }: Selection): Chosen => (cardTypeIds.length === 0 ? undefined : cardTypeIds);

const sinceOf = ({ rest, names }: ChosenSince, name: string): string => names[name] ?? rest;

/** Of a selection that was made at the instant. */
export const selectedAt = (at: string): SelectionSince => {
  const since = { rest: at, names: {} };
  return { events: since, types: since };
};

/** After a change of the selection: what was chosen before keeps its instant, the rest has this one. */
export const sinceAfter = (since: SelectionSince, was: Selection, is: Selection, at: string): SelectionSince => ({
  events: namesAfter(since.events, chosenEvents(was), chosenEvents(is), at),
  types: namesAfter(since.types, chosenTypes(was), chosenTypes(is), at),
});

function namesAfter(since: ChosenSince, was: Chosen, is: Chosen, at: string): ChosenSince {
  if (was === undefined && is === undefined) return since;
  const kept = (is ?? was ?? []).filter((name) => was === undefined || was.includes(name));
  return { rest: at, names: Object.fromEntries(kept.map((name) => [name, sinceOf(since, name)])) };
}

/** Since when the endpoint was to get this event, which it has chosen now, about a subject of that card type. */
export function wantedSince(since: SelectionSince, event: WebhookEvent, typeId: string | undefined): string {
  const instants = [sinceOf(since.events, event)];
  if (webhookEvents[event].kind === "card" && typeId !== undefined) instants.push(sinceOf(since.types, typeId));
  return instants.toSorted().at(-1) ?? since.events.rest;
}
