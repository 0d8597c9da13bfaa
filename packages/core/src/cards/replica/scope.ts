import type { Scope } from "../../kernel/scope.ts";
import type { Card } from "../schema.ts";
import { type Sql, always, never } from "./sql.ts";

/** The scope as a condition on a table with an `owner` column. `null` when everything is in it. */
export function scopeSql(scope: Scope, ownerColumn: string): Sql {
  if (scope.kind === "organization") return always;
  if (scope.userIds.length === 0) return never;
  return { text: `${ownerColumn} IN (${scope.userIds.map(() => "?").join(", ")})`, params: [...scope.userIds] };
}

/** The same for one card that was read by key. */
export function inScope(scope: Scope, card: Pick<Card, "fields">): boolean {
  if (scope.kind === "organization") return true;
  const owner = card.fields["owner"];
  return scope.userIds.some((userId) => userId === owner);
}
