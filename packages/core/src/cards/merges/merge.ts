import type * as z from "zod";
import { commitContextOf } from "../../data/commit.ts";
import { findRecord } from "../../data/journal-entity.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, isId, type RecordId, type UserId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import { definitionOf } from "../fields/registry.ts";
import { answer, changeSetOfAll, mergeScopesOf, type MergeScopes, mergeWrites } from "./writes.ts";
import { defaultChoice, differing, type MergeChoices, type MergeDetails, type MergedCard, mergeFields } from "./rules.ts";
import { mergedInto, recordsOfCard } from "../replica/index.ts";
import { inScope } from "../replica/scope.ts";
import { type Card, CardRef, type CardType, type ChangedCard } from "../schema.ts";
import { MergeInput, MergePreviewInput } from "./schema.ts";
import { fieldContext, scopeOf } from "../scope.ts";
import { getCard, getCardType, nameOf, type StoredCard, visible } from "../store.ts";
import { readScopeOf } from "../relations/targets.ts";
import { unmergeProcedures } from "./unmerge.ts";

/** Why the first of the cards cannot absorb the others, as the error that says so; undefined if it can. */
function mergeRefusal(
  scopes: MergeScopes,
  [survivor, ...others]: readonly [StoredCard, ...StoredCard[]],
): KartisError | undefined {
  const refused = (card: StoredCard, messageKey: string) =>
    new KartisError("NO_PERMISSION", { messageKey, params: { name: nameOf(card) } });
  if (!inScope(scopes.update, survivor)) return refused(survivor, "errors.merge.mayNotChange");
  const kept = others.find((card) => !inScope(scopes.remove, card));
  return kept && refused(kept, "errors.merge.mayNotDelete");
}

/** The cards to be merged, survivor first. Throws NOT_FOUND for one that the actor does not see, and INVALID_INPUT for cards of different types. */
async function toMerge(
  { survivorId, otherIds }: z.output<typeof MergePreviewInput>,
  context: OrgContext,
): Promise<{ type: CardType; scopes: MergeScopes; cards: [StoredCard, ...StoredCard[]] }> {
  const { orgId } = context.principal;
  const [scopes, seen] = await Promise.all([mergeScopesOf(context), readScopeOf(context)]);
  if (otherIds.includes(survivorId)) throw new KartisError("INVALID_INPUT", { fields: { otherIds: "validation.twice" } });
  const [survivor, ...others] = await Promise.all([survivorId, ...otherIds].map((cardId) => getCard(orgId, seen, cardId)));
  if (!survivor || [survivor, ...others].some((card) => card.trashedAt)) throw new KartisError("NOT_FOUND");
  if (others.some((card) => card.typeId !== survivor.typeId))
    throw new KartisError("INVALID_INPUT", { fields: { otherIds: "validation.sameType" } });
  return { type: await getCardType(orgId, survivor.typeId), scopes, cards: [survivor, ...others] };
}

export interface MergePreview {
  /** The survivor first: the requested one if it can survive. */
  readonly cards: readonly Card[];
  /** Cards that can survive: the actor may change it and delete all the others. At least one. */
  readonly survivorIds: readonly CardId[];
  /** Fields in which they differ. */
  readonly fieldIds: readonly string[];
  /** The default for each field. */
  readonly choices: MergeChoices;
}

const mergePreview = procedure({
  name: "cards.mergePreview",
  kind: "query",
  input: MergePreviewInput,
  can: ["CARDS", "update"],
  async run(input, context): Promise<MergePreview> {
    const { type, scopes, cards: asked } = await toMerge(input, context);
    const orders = asked.map((card) => [card, ...asked.filter(({ id }) => id !== card.id)] as const);
    const possible = orders.filter((order) => !mergeRefusal(scopes, order));
    const [cards] = possible;
    if (!cards) throw mergeRefusal(scopes, asked) ?? new KartisError("NO_PERMISSION");
    const offered = offeredBy(type, scopes, cards);
    const fields = differing(type, offered);
    return {
      cards: cards.map(visible),
      survivorIds: possible.map(([{ id }]) => id),
      fieldIds: fields.map(({ id }) => id),
      choices: Object.fromEntries(fields.map((field) => [field.id, defaultChoice(field, offered)])),
    };
  },
});

/**
 * Values that each card offers to a merge. Revealing a secret needs the permission to change its card (`cards.reveal`), and taking it over amounts to the same: a card
 * that the actor may only delete offers none.
 */
const offeredBy = (type: CardType, scopes: MergeScopes, cards: readonly StoredCard[]): MergedCard[] =>
  cards.map((card) => ({
    id: card.id,
    fields: inScope(scopes.update, card)
      ? card.fields
      : Object.fromEntries(Object.entries(card.fields).filter(([fieldId]) => !isSecretField(type, fieldId))),
  }));

const isSecretField = (type: CardType, fieldId: string): boolean =>
  type.fields.some((field) => field.id === fieldId && definitionOf(field.type).secret);

/** Throws NO_PERMISSION, naming the card, if a secret was chosen that its card does not offer. */
function requireOffered(type: CardType, scopes: MergeScopes, cards: readonly StoredCard[], choices: MergeChoices = {}): void {
  const chosen = cards.find(
    (card) =>
      !inScope(scopes.update, card) &&
      Object.entries(choices).some(([fieldId, cardId]) => cardId === card.id && isSecretField(type, fieldId)),
  );
  if (chosen) throw new KartisError("NO_PERMISSION", { messageKey: "errors.cardReadOnly", params: { name: nameOf(chosen) } });
}

const maxDetailsBytes = 300 * 1024;

const merge = procedure({
  name: "cards.merge",
  kind: "mutation",
  input: MergeInput,
  can: ["CARDS", "update"],
  async run(input, context): Promise<ChangedCard> {
    const { orgId } = context.principal;
    const settings = await fieldContext(context.principal);
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const { type, scopes, cards } = await toMerge(input, context);
      const refusal = mergeRefusal(scopes, cards);
      if (refusal) throw refusal;
      const [survivor] = cards;
      requireOffered(type, scopes, cards, input.choices);
      const { fields, sources } = mergeFields(type, offeredBy(type, scopes, cards), input.choices);
      const details: MergeDetails = { sources, cards: cards.map((card) => ({ id: card.id, fields: card.fields })) };
      if (Buffer.byteLength(JSON.stringify(details)) > maxDetailsBytes)
        throw new KartisError("PAYLOAD_TOO_LARGE", { messageKey: "validation.tooLarge" });
      const merged = { fields: { ...hidden(type, survivor), ...fields }, details };
      return changeSetOfAll(orgId, mergeWrites(orgId, type, cards, merged, settings, at));
    });
    return answer(result, records);
  },
});

/** Values whose field the type no longer has stay with the card. */
const hidden = (type: CardType, card: StoredCard) =>
  Object.fromEntries(Object.entries(card.fields).filter(([fieldId]) => !type.fields.some(({ id }) => id === fieldId)));

/** A merge of a card that can still be undone. */
export interface TakenIn {
  readonly recordId: RecordId;
  readonly at: string;
  readonly userId: UserId | null;
  /** The cards that were merged into it, those the actor may see. */
  readonly names: readonly string[];
}

const merges = procedure({
  name: "cards.merges",
  kind: "query",
  input: CardRef,
  can: ["CARDS", "read"],
  async run({ cardId }, context): Promise<TakenIn[]> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    await getCard(orgId, scope, cardId);
    const taken = new Map<RecordId, string[]>();
    for (const card of await mergedInto(orgId, cardId)) {
      // Nothing happens to a merged card until it is unmerged: its newest record is the merge.
      const [recordId] = await recordsOfCard(orgId, card.id);
      if (!recordId) continue;
      const names = taken.get(recordId) ?? [];
      const { name } = card.fields;
      taken.set(recordId, inScope(scope, card) && typeof name === "string" ? [...names, name] : names);
    }
    const found = await Promise.all(
      [...taken].map(async ([recordId, names]): Promise<TakenIn[]> => {
        const record = await findRecord(orgId, recordId);
        if (!record?.changes.some(({ action }) => action === "card.merge")) return [];
        return [{ recordId, at: record.at, userId: isId("usr", record.actor.id) ? record.actor.id : null, names }];
      }),
    );
    return found.flat().toSorted((a, b) => (a.recordId < b.recordId ? 1 : -1));
  },
});
export const mergeProcedures = [mergePreview, merge, merges, ...unmergeProcedures] as const;
