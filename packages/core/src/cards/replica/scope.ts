import { inTime } from "../../data/replica/question-time.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { Card } from "../schema.ts";
import { type Sql, always, and, never, or } from "../../data/replica/sql.ts";

/**
 * The scope as a condition on a table of cards.
 * @param prefix of its columns `owner` and `seq`: `card.`, or nothing
 * @param typeId the type that all cards of the table are of
 */
export const scopeSql = (scope: Scope, prefix: "" | "card." = "", typeId?: string): Sql =>
  and([{ text: inTime(`${prefix}seq`), params: [] }, reachedSql(scope, prefix, typeId)]);

function reachedSql(scope: Scope, prefix: "" | "card.", typeId: string | undefined): Sql {
  if (scope.kind === "organization") return always;
  const { userIds, assigning = new Map<string, readonly string[]>() } = scope;
  if (userIds.length === 0) return never;
  const people = userIds.map(() => "?").join(", ");
  const places = [...assigning].flatMap(([ofType, fieldIds]) =>
    typeId === undefined || ofType === typeId ? fieldIds.flatMap((fieldId) => [ofType, fieldId]) : [],
  );
  const owned: Sql = { text: `${prefix}owner IN (${people})`, params: [...userIds] };
  if (places.length === 0) return owned;
  const values = places.flatMap((_, at) => (at % 2 === 0 ? ["(?, ?)"] : [])).join(", ");
  const assigned: Sql = {
    text: `${prefix}seq IN (SELECT card_person.seq FROM person_place JOIN card_person USING (place)
      WHERE user_id IN (${people}) AND (type_id, field) IN (VALUES ${values}) AND ${inTime("card_person.seq")})`,
    params: [...userIds, ...places],
  };
  return or([owned, assigned]);
}

/** True if assignment, rather than ownership alone, can bring a card of the type (without one: any card) into the scope. */
export const countsAssigned = (scope: Scope, typeId: string | undefined): boolean =>
  scope.kind === "people" && (typeId === undefined ? (scope.assigning?.size ?? 0) > 0 : scope.assigning?.has(typeId) === true);

type Held = Pick<Card, "fields" | "typeId">;

/** The same for one card that was read by key. */
export const inScope = (scope: Scope, card: Held): boolean =>
  scope.kind === "organization" || holdingField(scope, card) !== undefined;

/** The field that brings a card into the scope: the owner, or the first that assigns it to one of the people. Undefined for a card outside it. */
export function holdingField({ userIds, assigning }: Extract<Scope, { kind: "people" }>, card: Held): string | undefined {
  const people: ReadonlySet<unknown> = new Set(userIds);
  return ["owner", ...(assigning?.get(card.typeId) ?? [])].find((fieldId) => people.has(card.fields[fieldId]));
}
