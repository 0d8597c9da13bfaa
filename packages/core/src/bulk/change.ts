import { type CardWrite, edit, purging, type StoredCard, trashing } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType } from "../cards/schema.ts";
import type { OrgId } from "../kernel/id.ts";
import type { Outcome } from "./card-tasks.ts";
import { refusalOf } from "./refusal.ts";
import type { BulkChange } from "./schema.ts";

/** Applies the change to one card. */
export function changeCard(
  orgId: OrgId,
  change: BulkChange,
  type: CardType,
  current: StoredCard,
  context: FieldContext,
  at: string,
): Outcome {
  if (change.kind === "edit" && current.trashedAt) return { refused: { fieldId: null, message: "validation.cardGone" } };
  return attempt(() =>
    written(
      change.kind === "edit"
        ? edit(orgId, type, current, change.fields, undefined, context, at)
        : change.kind === "purge"
          ? purging(orgId, current)
          : trashing(orgId, type, current, change.kind === "delete", context, at),
    ),
  );
}

export const written = (write: CardWrite | undefined): Outcome => (write ? { write } : { same: true });

/** The outcome, with field and reason for what the card's rules refuse. */
export function attempt(decide: () => Outcome): Outcome {
  try {
    return decide();
  } catch (error) {
    return { refused: refusalOf(error) };
  }
}
