import { KartisError } from "../../kernel/error.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { linksOf } from "../replica/links.ts";
import { findNames } from "../replica/related.ts";
import type { CardType, FieldValues } from "../schema.ts";
import { scopeOf } from "../scope.ts";

/** Scope of cards that the actor can see and therefore reference, whichever permission the call itself needs. */
export const readScopeOf = ({ principal }: Pick<OrgContext, "principal">): Promise<Scope> =>
  scopeOf({ principal, level: "ORGANIZATION" });

/**
 * Refuses a patch that references a card which the actor does not see, which is in the trash, or whose type the field does not point at. Cards that `current`
 * already references stay, whatever became of them: the editor need not be able to see those. Throws INVALID_INPUT by field.
 */
export async function requireTargets(
  orgId: OrgId,
  scope: Scope,
  type: CardType,
  current: FieldValues,
  patch: FieldValues,
): Promise<void> {
  const relations = new Map(type.fields.flatMap((field) => (field.type === "cardRelation" ? [[field.id, field]] : [])));
  const held = linksOf(current);
  const isHeld = (fieldId: string, target: CardId) => held.some((link) => link.fieldId === fieldId && link.target === target);
  const added = linksOf(asLists(patch)).filter(({ fieldId, target }) => relations.has(fieldId) && !isHeld(fieldId, target));
  if (added.length === 0) return;
  const names = await findNames(orgId, scope, new Set(added.map(({ target }) => target)));
  const wrong = added.filter(({ fieldId, target }) => {
    const name = names[target];
    const typeIds = relations.get(fieldId)?.relation?.typeIds ?? [];
    return !name || (typeIds.length > 0 && !typeIds.includes(name.typeId));
  });
  if (wrong.length === 0) return;
  throw new KartisError("INVALID_INPUT", {
    fields: Object.fromEntries(wrong.map(({ fieldId }) => [fieldId, "validation.relatedCard"])),
  });
}

/** A caller may give a single-card field as a bare id. */
const asLists = (patch: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(patch).map(([fieldId, value]) => [fieldId, Array.isArray(value) ? value : [value]]));
