import type { OrgId } from "../../kernel/id.ts";
import { definitionOf } from "../fields/registry.ts";
import type { Attributed, MergeDetails } from "../merges/rules.ts";
import type { CardType } from "../schema.ts";
import { reseal } from "./sealing.ts";
import type { StoredCard } from "../store.ts";

/*
 * What merging does to cards' secrets. Values decide which card's secret is taken (`merges/rules.ts`); a secret itself is encrypted for its card, so one that passes
 * to another is encrypted anew. The survivor's own secrets that are replaced are stored with the first of the merged cards, from which an unmerge takes them
 * back: unlike everything else that a merge replaces, they may not be in the journal.
 */

type Sealed = Readonly<Record<string, string>>;

const secretFieldIds = (type: CardType): string[] =>
  type.fields.filter((field) => definitionOf(field.type).secret).map(({ id }) => id);

/**
 * The survivor's secrets after a merge, and those of its own that were replaced. `cards` begins with the survivor.
 * @param sources field id → the cards its value came from, as `mergeFields` gives them.
 */
export function secretsMerged(
  orgId: OrgId,
  type: CardType,
  [survivor, ...others]: readonly [StoredCard, ...StoredCard[]],
  sources: MergeDetails["sources"],
): { secrets: Sealed; displaced: Sealed } {
  const secrets: Record<string, string> = { ...survivor.secrets };
  const displaced: Record<string, string> = {};
  for (const fieldId of secretFieldIds(type)) {
    const from = sources[fieldId]?.[0];
    if (from === survivor.id) continue;
    const own = secrets[fieldId];
    if (own !== undefined) displaced[fieldId] = own;
    delete secrets[fieldId];
    const source = others.find(({ id }) => id === from);
    const taken = source?.secrets[fieldId];
    if (source && taken !== undefined)
      secrets[fieldId] = reseal(taken, { orgId, cardId: source.id, fieldId }, { orgId, cardId: survivor.id, fieldId });
  }
  return { secrets, displaced };
}

/**
 * The secrets of each card after an unmerge, in the order of `cards`, which begins with the survivor: a secret set since goes where `unmergeFields` put its
 * value, and every other is what it was before the merge.
 */
export function secretsApart(
  orgId: OrgId,
  type: CardType,
  [survivor, ...others]: readonly [StoredCard, ...StoredCard[]],
  sources: MergeDetails["sources"],
  attributed: readonly Attributed[],
): Sealed[] {
  const displaced = others[0]?.displacedSecrets ?? {};
  const own: Record<string, string> = { ...survivor.secrets };
  const theirs = new Map(others.map((card) => [`${card.id}`, { ...card.secrets }]));
  for (const fieldId of secretFieldIds(type)) {
    const edit = attributed.find((each) => each.fieldId === fieldId);
    if ((edit?.cardId ?? sources[fieldId]?.[0]) === survivor.id) continue;
    const current = own[fieldId];
    const before = displaced[fieldId];
    if (before !== undefined) own[fieldId] = before;
    const target = others.find(({ id }) => id === edit?.cardId);
    if (target && current !== undefined)
      theirs.set(target.id, {
        ...theirs.get(target.id),
        [fieldId]: reseal(current, { orgId, cardId: survivor.id, fieldId }, { orgId, cardId: target.id, fieldId }),
      });
  }
  return [own, ...others.map(({ id }) => theirs.get(id) ?? {})];
}
