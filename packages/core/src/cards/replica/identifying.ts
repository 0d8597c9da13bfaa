import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import { isEmpty } from "../rules.ts";
import type { Card, FieldValues } from "../schema.ts";
import { columnValue } from "./columns.ts";
import { fold } from "./fold.ts";
import { cardsOf } from "./rows.ts";
import { scopeSql } from "./scope.ts";
import { searchDocument } from "./search-terms.ts";
import { from, select } from "./selection.ts";
import { type Sql, and, or } from "./sql.ts";
import { cardTablesOf } from "./tables.ts";

const most = 20;

/**
 * Cards of the type that may be the same as one with these values: the same e-mail, phone or name, compared folded. Newest first, at most
 * twenty. For warnings; what must not be twice has locks.
 */
export async function findByIdentifiers(
  orgId: OrgId,
  scope: Scope,
  input: { readonly typeId: CardTypeId; readonly fields: FieldValues; readonly exceptCardId?: CardId | undefined },
): Promise<Card[]> {
  const replica = await openReplica(orgId);
  const type = cardTablesOf(replica.db).find(input.typeId)?.type;
  if (!type) return [];
  const selection = select(replica, scope, { typeId: type.id });
  const same: Sql[] = type.fields.flatMap((field) => {
    const value = input.fields[field.id];
    const column = selection.table.columns.get(field.id);
    const identifies = field.id === "name" || field.type === "email" || field.type === "phone";
    if (!identifies || !column || isEmpty(value)) return [];
    const held = columnValue(field, value);
    if (typeof held !== "string") return [];
    // The text index narrows it down to a few rows, so the columns need no index of their own.
    const { terms } = searchDocument(type, field.id === "name" ? { name: value } : { [field.id]: value });
    const plain = terms.split(" ").filter((term) => /^[\p{L}\p{N}]+$/u.test(term) && !/\p{Co}/u.test(term));
    const match = plain.map((term) => `"${term}"`).join(" AND ");
    if (match === "") return [];
    return [
      {
        text: `(seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ?) AND ${column.sql} = ?)`,
        params: [match, fold(held)],
      },
    ];
  });
  if (same.length === 0) return [];
  const others: Sql = input.exceptCardId ? { text: "id <> ?", params: [input.exceptCardId] } : { text: "1", params: [] };
  const where = and([scopeSql(scope, "owner"), others, or(same)]);
  const rows = replica.statements
    .of(`SELECT seq FROM ${from(selection)} WHERE ${where.text} ORDER BY id DESC LIMIT ${most}`)
    .all(...where.params);
  return cardsOf(
    replica,
    rows.map((row) => Number(row["seq"])),
  );
}
