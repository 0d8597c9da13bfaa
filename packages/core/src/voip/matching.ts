import { changesOf, type RecordOf } from "../data/payloads.ts";
import type { OrgId } from "../kernel/id.ts";
import { callEntity } from "./call-entity.ts";
import { callsWithNumbers } from "./replica/lookups.ts";
import type { CallId } from "./schema.ts";
import { matchAgain, type TakingIn } from "./take-in.ts";
import { type matchingActions, numberingActions, reportingActions } from "./triggers.ts";

/** As many of a record's calls are matched; earlier ones of a number that calls more often stay in the VoIP center. */
const mostCalls = 1_000;
const together = 10;

/**
 * Gives calls of strangers to the card that has got their number. A call whose last report was being taken in while the card was made is looked at after its own record, so
 * that neither order loses it. Harmless to repeat.
 */
export async function matchCalls(
  { orgId, changes }: RecordOf<(typeof matchingActions)[number]>,
  taking: TakingIn,
): Promise<void> {
  const ended = changesOf(changes, reportingActions).flatMap(({ subject, after }) =>
    after?.isFinal && !after.cardId ? [subject.id] : [],
  );
  const calls = [...ended, ...(await strangers(orgId, changesOf(changes, numberingActions), taking))];
  for (let from = 0; from < calls.length; from += together)
    await Promise.all(calls.slice(from, from + together).map((callId) => matchAgain(orgId, callId, taking)));
}

async function strangers(
  orgId: OrgId,
  changes: RecordOf<(typeof numberingActions)[number]>["changes"],
  { deps }: TakingIn,
): Promise<CallId[]> {
  const restored = changes.filter(({ action }) => action === "card.restore").map(({ subject }) => subject.id);
  const given = numbersIn(changes.map(({ after }) => after));
  // Most changes give no number, and most organizations have no telephony: neither the table nor the replica is asked for those.
  if ((given.length === 0 && restored.length === 0) || !(await hasCalls(orgId))) return [];
  const cards = await deps.findCards(orgId, restored);
  const numbers = new Set([...given, ...numbersIn([...cards.values()].map(({ fields }) => fields))]);
  return numbers.size === 0 ? [] : (await callsWithNumbers(orgId, [...numbers], mostCalls)).map(({ id }) => id);
}

async function hasCalls(orgId: OrgId): Promise<boolean> {
  const { data } = await callEntity().query.main({ orgId }).go({ limit: 1 });
  return data.length > 0;
}

/** The telephone numbers among a card's values, without their extensions. */
function numbersIn(values: unknown): string[] {
  if (typeof values === "string") return /^\+\d{7,15}(?=;ext=|$)/.exec(values)?.slice(0, 1) ?? [];
  return typeof values === "object" && values !== null ? Object.values(values).flatMap(numbersIn) : [];
}
