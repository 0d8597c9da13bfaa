import type { ChangeSet } from "../../data/commit.ts";
import type { JournalRecord } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { type OrgContext, requireRight } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { type CardWrite, mergeWrite } from "../card-writes.ts";
import { lockHolders, lockWritesTogether } from "../identifiers/lock-writes.ts";
import { secretsMerged } from "../secrets/merged.ts";
import type { MergeDetails } from "./rules.ts";
import type { FieldContext } from "../rules.ts";
import type { CardType, ChangedCard, FieldValues } from "../schema.ts";
import { scopeOf } from "../scope.ts";
import { type StoredCard, visible } from "../store.ts";

/* What merging and unmerging have in common. */

export interface MergeScopes {
  readonly update: Scope;
  readonly remove: Scope;
}

/** A merge changes one card and deletes the others: it needs both permissions, each within its own scope. */
export async function mergeScopesOf(context: OrgContext): Promise<MergeScopes> {
  const [update, remove] = await Promise.all(
    (["update", "delete"] as const).map((action) => scopeOf({ ...context, ...requireRight(["CARDS", action], context) })),
  );
  if (!update || !remove) throw new KartisError("NO_PERMISSION");
  return { update, remove };
}

/** The survivor with the merged values, and the others in the trash. `cards` begins with the survivor. */
export function mergeWrites(
  orgId: OrgId,
  type: CardType,
  cards: readonly [StoredCard, ...StoredCard[]],
  { fields, details }: { readonly fields: FieldValues; readonly details: MergeDetails },
  settings: FieldContext,
  at: string,
): CardWrite[] {
  const [survivor, ...others] = cards;
  const { secrets, displaced } = secretsMerged(orgId, type, cards, details.sources);
  return [
    mergeWrite(orgId, type, survivor, { fields, secrets, trashedAt: null }, "card.merge", settings, at, details),
    ...others.map((card, index) => {
      const displacedSecrets = index === 0 ? displaced : undefined;
      const merged = { fields: card.fields, secrets: card.secrets, trashedAt: at, mergedInto: survivor.id, displacedSecrets };
      return mergeWrite(orgId, type, card, merged, "card.merge", settings, at);
    }),
  ];
}

export async function changeSetOfAll(orgId: OrgId, cardWrites: readonly CardWrite[]): Promise<ChangeSet<readonly StoredCard[]>> {
  const locks = lockWritesTogether(orgId, cardWrites, await lockHolders(orgId, cardWrites));
  return {
    writes: [...cardWrites.flatMap(({ writes }) => writes), ...locks],
    records: [{ changes: cardWrites.map(({ change }) => change) }],
    result: cardWrites.map(({ card }) => card),
  };
}

export function answer(cards: readonly StoredCard[], records: readonly JournalRecord[]): ChangedCard {
  const [survivor] = cards;
  if (!survivor) throw new KartisError("NOT_FOUND");
  return { ...visible(survivor), recordId: records[0]?.id ?? null };
}
