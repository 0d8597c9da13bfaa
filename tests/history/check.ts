import type { Change, JournalRecord } from "@kartis/core/data/journal.ts";
import type { Attempt, History } from "./history.ts";

/** A card as the table, or a replica's list, has it. */
export interface CardState {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly trashedAt: string | null;
}

/** State after everything has settled. */
export interface Rest {
  /** Oldest first. */
  readonly records: readonly JournalRecord[];
  readonly table: readonly CardState[];
  /** Lists as each process sees them, and as a replica rebuilt from the table does. */
  readonly lists: Readonly<Record<string, readonly CardState[]>>;
  /** By what a plan limits: what its meter says is used, and what is there. */
  readonly metered: Readonly<Record<string, { readonly used: number; readonly there: number }>>;
  /** The operations of imports, all of them ended, by the file that was imported. */
  readonly operations: ReadonlyMap<string, { readonly state: string }>;
}

const mutations = new Set([
  "cards.create",
  "cards.update",
  "cards.link",
  "cards.unlink",
  "cards.merge",
  "cards.remove",
  "cards.restore",
  "tasks.create",
  "tasks.update",
  "tasks.remove",
  "tasks.restore",
]);

/** Everything that is wrong, in words; empty when each answer was true. */
export function check(history: History, rest: Rest): string[] {
  const records = rest.records.filter(({ changes }) => changes.some(({ action }) => action !== "replica.repair"));
  const changes = records.flatMap(({ changes: all }) => all).filter(({ subject }) => subject.kind === "card");
  const folded = fold(changes);
  return [
    ...history.violations,
    ...checkAnswers(history, records),
    ...checkImports(history, rest, changes),
    ...folded.problems,
    ...difference("the journal", folded.cards, "the table", rest.table),
    ...Object.entries(rest.lists).flatMap(([name, list]) =>
      difference(
        "the table",
        rest.table.filter(({ trashedAt }) => trashedAt === null),
        `the list of ${name}`,
        list,
      ),
    ),
    ...checkMeters(rest),
  ];
}

/** An acknowledged change is in exactly one record, one that was refused in none, and one whose answer was lost in one at most. */
function checkAnswers({ attempts }: History, records: readonly JournalRecord[]): string[] {
  const byRequest = Map.groupBy(records, ({ requestId }) => requestId);
  return attempts.flatMap((attempt) => {
    if (!mutations.has(attempt.procedure)) return [];
    const found = byRequest.get(attempt.requestId) ?? [];
    const recordId = acknowledged(attempt);
    const problem =
      found.length > 1
        ? `is in ${found.length} records`
        : recordId === "nothing" && found.length > 0
          ? "was refused, or changed nothing, and has a record"
          : recordId !== "nothing" && recordId !== "perhaps" && found[0]?.id !== recordId
            ? "was acknowledged and has no record"
            : undefined;
    return problem ? [`${attempt.procedure} ${attempt.requestId} of client ${attempt.client} ${problem}`] : [];
  });
}

/** The record that the answer names; `nothing` for a refusal or a change that changed nothing. */
function acknowledged({ outcome }: Attempt): string {
  if (outcome.kind === "unknown") return "perhaps";
  if (outcome.kind === "refused") return "nothing";
  const { data } = outcome;
  const recordId: unknown = typeof data === "object" && data !== null && "recordId" in data ? data.recordId : undefined;
  return typeof recordId === "string" ? recordId : "nothing";
}

/** Each row of an import is one card; all of them if it was started, none if it was refused. If the answer was lost, its operation decides. */
function checkImports({ imports }: History, { operations }: Rest, changes: readonly Change[]): string[] {
  const created = Map.groupBy(
    changes.filter(({ action }) => action === "card.create"),
    ({ after }) => after?.["name"],
  );
  return imports.flatMap(({ requestId, fileId, names, outcome }) => {
    const counts = names.map((name) => created.get(name)?.length ?? 0);
    const done = counts.filter((count) => count > 0).length;
    const operation = operations.get(fileId);
    const state = operation?.state;
    const problems = [
      counts.some((count) => count > 1) ? "has rows twice" : undefined,
      outcome === "ok" && state !== "done" && state !== "failed" ? `ended as ${state}` : undefined,
      state === "done" && done < names.length ? `has ${done} of ${names.length} rows: ${JSON.stringify(operation)}` : undefined,
      outcome === "refused" && (state !== undefined || done > 0) ? `was refused, is ${state} and has ${done} rows` : undefined,
      outcome === "unknown" && state === undefined && done > 0 ? `was never begun and has ${done} rows` : undefined,
    ];
    return problems.flatMap((problem) => (problem ? [`the import ${requestId} ${problem}`] : []));
  });
}

/** Plays the journal: each card's changes are one row of versions, each of which begins where the last has ended. */
function fold(changes: readonly Change[]): { cards: CardState[]; problems: string[] } {
  const cards: CardState[] = [];
  const problems: string[] = [];
  for (const [id, own] of Map.groupBy(changes, ({ subject }) => subject.id)) {
    let version = 0;
    let values: Record<string, unknown> = {};
    for (const change of own.toSorted((a, b) => a.version - b.version)) {
      if (change.version !== version + 1) problems.push(`${id} goes from version ${version} to ${change.version}`);
      for (const [field, before] of Object.entries(change.before ?? {})) {
        if (field !== "mergedInto" && !isSame(values[field] ?? null, before))
          problems.push(
            `${id} at version ${change.version}: ${field} was ${show(values[field])}, and ${show(before)} by its record`,
          );
      }
      version = change.version;
      values = { ...values, ...change.after };
    }
    const { trashedAt = null, mergedInto: _, ...fields } = values;
    cards.push({ id, version, fields: withoutNulls(fields), trashedAt: typeof trashedAt === "string" ? trashedAt : null });
  }
  return { cards, problems };
}

function difference(oneName: string, one: readonly CardState[], otherName: string, other: readonly CardState[]): string[] {
  const others = new Map(other.map((card) => [card.id, card]));
  const problems = one.flatMap((card) => {
    const same = others.get(card.id);
    others.delete(card.id);
    if (!same) return [`${card.id} is in ${oneName} and not in ${otherName}`];
    return isSame(comparable(card), comparable(same))
      ? []
      : [`${card.id} is ${show(comparable(card))} in ${oneName}, and ${show(comparable(same))} in ${otherName}`];
  });
  const doubled = other.length - new Set(other.map(({ id }) => id)).size;
  return [
    ...problems,
    ...[...others.keys()].map((id) => `${id} is in ${otherName} and not in ${oneName}`),
    ...(doubled > 0 ? [`${otherName} has ${doubled} cards twice`] : []),
  ];
}

const checkMeters = ({ metered }: Rest): string[] =>
  Object.entries(metered).flatMap(([name, { used, there }]) =>
    used === there ? [] : [`the plan's meter says ${used} ${name}, and there are ${there}`],
  );

const withoutNulls = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const comparable = ({ version, fields, trashedAt }: CardState) => ({ version, fields: sorted(withoutNulls(fields)), trashedAt });
const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const show = (value: unknown) => JSON.stringify(value) ?? "nothing";
