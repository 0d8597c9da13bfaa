import type * as z from "zod";
import type { Plan } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { findRecord } from "../data/journal-entity.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId, type RecordId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure, requireRight } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { commitMetered } from "../plans/index.ts";
import {
  type Attributed,
  defaultChoice,
  differing,
  type MergeChoices,
  type MergeDetails,
  mergeFields,
  unmergeFields,
} from "./merging.ts";
import { type CardWrite, lockHolders, lockWritesTogether, mergeWrite } from "./plans.ts";
import { mergedInto, recordsOfCard } from "./replica/index.ts";
import { inScope } from "./replica/scope.ts";
import type { FieldContext } from "./rules.ts";
import { type Card, CardRef, type CardType, type ChangedCard, MergeInput, MergePreviewInput, RecordRef } from "./schema.ts";
import { fieldContext, scopeOf } from "./scope.ts";
import { readScopeOf } from "./targets.ts";
import { getCard, getCardType, nameOf, type StoredCard, visible } from "./store.ts";

interface Scopes {
  readonly update: Scope;
  readonly remove: Scope;
}

/** A merge changes the one card and deletes the others: it takes both rights, each within its own scope. */
async function scopesOf(context: OrgContext): Promise<Scopes> {
  const [update, remove] = await Promise.all(
    (["update", "delete"] as const).map((action) => scopeOf({ ...context, ...requireRight(["CARDS", action], context) })),
  );
  if (!update || !remove) throw new KartisError("NO_PERMISSION");
  return { update, remove };
}

/** Why the first of the cards cannot take in the others, as the error that says so; undefined where it can. */
function mergeRefusal(scopes: Scopes, [survivor, ...others]: readonly [StoredCard, ...StoredCard[]]): KartisError | undefined {
  const refused = (card: StoredCard, messageKey: string) =>
    new KartisError("NO_PERMISSION", { messageKey, params: { name: nameOf(card) } });
  if (!inScope(scopes.update, survivor)) return refused(survivor, "errors.merge.mayNotChange");
  const kept = others.find((card) => !inScope(scopes.remove, card));
  return kept && refused(kept, "errors.merge.mayNotDelete");
}

/** The cards to be merged, the survivor first. Throws NOT_FOUND for one that the actor does not see, and INVALID_INPUT for cards of different types. */
async function toMerge(
  { survivorId, otherIds }: z.output<typeof MergePreviewInput>,
  context: OrgContext,
): Promise<{ type: CardType; scopes: Scopes; cards: [StoredCard, ...StoredCard[]] }> {
  const { orgId } = context.principal;
  const [scopes, seen] = await Promise.all([scopesOf(context), readScopeOf(context)]);
  if (otherIds.includes(survivorId)) throw new KartisError("INVALID_INPUT", { fields: { otherIds: "validation.twice" } });
  const [survivor, ...others] = await Promise.all([survivorId, ...otherIds].map((cardId) => getCard(orgId, seen, cardId)));
  if (!survivor || [survivor, ...others].some((card) => card.trashedAt)) throw new KartisError("NOT_FOUND");
  if (others.some((card) => card.typeId !== survivor.typeId))
    throw new KartisError("INVALID_INPUT", { fields: { otherIds: "validation.sameType" } });
  return { type: await getCardType(orgId, survivor.typeId), scopes, cards: [survivor, ...others] };
}

export interface MergePreview {
  /** The survivor first: the one that was asked for, where it may stay. */
  readonly cards: readonly Card[];
  /** Those that may stay: the actor may change it, and delete all others. At least one. */
  readonly survivorIds: readonly CardId[];
  /** Fields in which they differ. */
  readonly fieldIds: readonly string[];
  /** What is taken unless somebody chooses otherwise. */
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
    const fields = differing(type, cards);
    return {
      cards: cards.map(visible),
      survivorIds: possible.map(([{ id }]) => id),
      fieldIds: fields.map(({ id }) => id),
      choices: Object.fromEntries(fields.map((field) => [field.id, defaultChoice(field, cards)])),
    };
  },
});

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
      const [survivor, ...others] = cards;
      const { fields, sources } = mergeFields(type, cards, input.choices);
      const details: MergeDetails = { sources, cards: cards.map((card) => ({ id: card.id, fields: card.fields })) };
      if (Buffer.byteLength(JSON.stringify(details)) > maxDetailsBytes)
        throw new KartisError("PAYLOAD_TOO_LARGE", { messageKey: "validation.tooLarge" });
      const kept = { ...hidden(type, survivor), ...fields };
      return planTogether(orgId, [
        mergeWrite(orgId, type, survivor, { fields: kept, trashedAt: null }, "card.merge", settings, at, details),
        ...others.map((card) =>
          mergeWrite(
            orgId,
            type,
            card,
            { fields: card.fields, trashedAt: at, mergedInto: survivor.id },
            "card.merge",
            settings,
            at,
          ),
        ),
      ]);
    });
    return answer(result, records);
  },
});

/** Values that the type has no field for any more: they stay with the card. */
const hidden = (type: CardType, card: StoredCard) =>
  Object.fromEntries(Object.entries(card.fields).filter(([fieldId]) => !type.fields.some(({ id }) => id === fieldId)));

const commitContextOf = ({ principal, actor, clock, requestId, origin }: OrgContext) => ({
  orgId: principal.orgId,
  actor,
  clock,
  requestId,
  origin,
});

async function planTogether(orgId: OrgId, cardWrites: readonly CardWrite[]): Promise<Plan<readonly StoredCard[]>> {
  const locks = lockWritesTogether(orgId, cardWrites, await lockHolders(orgId, cardWrites));
  return {
    writes: [...cardWrites.flatMap(({ writes }) => writes), ...locks],
    records: [{ changes: cardWrites.map(({ change }) => change) }],
    result: cardWrites.map(({ card }) => card),
  };
}

function answer(cards: readonly StoredCard[], records: readonly JournalRecord[]): ChangedCard {
  const [survivor] = cards;
  if (!survivor) throw new KartisError("NOT_FOUND");
  return { ...visible(survivor), recordId: records[0]?.id ?? null };
}

/** A merge as its record tells of it. */
interface Merge {
  readonly change: Change;
  readonly details: MergeDetails;
  /** The survivor's values right after it. */
  readonly merged: Readonly<Record<string, unknown>>;
}

function mergeOf(record: JournalRecord | undefined): Merge {
  const change = record?.changes.find(({ details }) => details !== undefined);
  if (!record || change?.action !== "card.merge") throw new KartisError("NOT_FOUND");
  const details = change.details as MergeDetails; // as `merge` and `remerge` wrote it
  const merged = { ...details.cards[0]?.fields, ...change.after };
  return { change, details, merged: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) };
}

interface Apart {
  readonly type: CardType;
  readonly cards: readonly StoredCard[];
  readonly details: MergeDetails;
  readonly next: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[];
  readonly attributed: readonly Attributed[];
}

/** What the cards would be, taken apart as things are now. Throws when the survivor is in the trash, merged again since, or another is no longer merged. */
async function takeApart(recordId: RecordId, context: OrgContext): Promise<Apart> {
  const { orgId } = context.principal;
  const scopes = await scopesOf(context);
  const { details, merged } = mergeOf(await findRecord(orgId, recordId));
  const cards = await Promise.all(
    details.cards.map(({ id }, index) => {
      if (!isId("crd", id)) throw new KartisError("NOT_FOUND");
      return getCard(orgId, index === 0 ? scopes.update : scopes.remove, id);
    }),
  );
  const [survivor, ...others] = cards;
  if (!survivor) throw new KartisError("NOT_FOUND");
  if (survivor.trashedAt) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.trashed" });
  if (others.some((card) => card.mergedInto !== survivor.id))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.merge.apart" });
  const at = others[0]?.trashedAt ?? "";
  const later = (await mergedInto(orgId, survivor.id)).some((card) => (card.trashedAt ?? "") > at);
  if (later) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.merge.later" });
  const type = await getCardType(orgId, survivor.typeId);
  const { cards: next, attributed } = unmergeFields(details, merged, survivor.fields);
  return { type, cards, details, next, attributed };
}

export interface UnmergePreview {
  readonly typeId: CardType["id"];
  /** Each card as it would be, the survivor first. */
  readonly cards: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[];
  /** Where values go that were edited since the merge. */
  readonly attributed: readonly Attributed[];
}

const unmergePreview = procedure({
  name: "cards.unmergePreview",
  kind: "query",
  input: RecordRef,
  can: ["CARDS", "update"],
  async run({ recordId }, context): Promise<UnmergePreview> {
    const { type, next, attributed } = await takeApart(recordId, context);
    return { typeId: type.id, cards: next, attributed };
  },
});

/** Takes a merge apart, whatever was edited since (merging.ts says what goes where). */
export async function unmergeRecord(recordId: RecordId, context: OrgContext): Promise<ChangedCard> {
  const { orgId } = context.principal;
  const settings = await fieldContext(context.principal);
  const { result, records } = await commitMetered({ ...commitContextOf(context), causedBy: recordId }, async (at) => {
    const { type, cards, details, next } = await takeApart(recordId, context);
    return planTogether(
      orgId,
      cards.map((card, index) =>
        mergeWrite(
          orgId,
          type,
          card,
          { fields: next[index]?.fields ?? card.fields, trashedAt: null },
          "card.unmerge",
          settings,
          at,
          index === 0 ? details : undefined,
        ),
      ),
    );
  });
  return answer(result, records);
}

/** Merges again what was taken apart, as it was; refused once any of the cards was changed since. */
export async function remergeRecord(recordId: RecordId, context: OrgContext): Promise<ChangedCard> {
  const { orgId } = context.principal;
  const settings: FieldContext = await fieldContext(context.principal);
  const scopes = await scopesOf(context);
  const record = await findRecord(orgId, recordId);
  const changes = record?.changes ?? [];
  const { result, records } = await commitMetered({ ...commitContextOf(context), causedBy: recordId }, async (at) => {
    const cards = await Promise.all(
      changes.map(async (change, index) => {
        const { id } = change.subject;
        if (change.action !== "card.unmerge" || !isId("crd", id)) throw new KartisError("NOT_FOUND");
        const card = await getCard(orgId, index === 0 ? scopes.update : scopes.remove, id);
        if (card.version !== change.version) throw new KartisError("CONFLICT", { messageKey: "errors.merge.changed" });
        return card;
      }),
    );
    const [survivor, ...others] = cards;
    const [change] = changes;
    if (!survivor || !change) throw new KartisError("NOT_FOUND");
    const type = await getCardType(orgId, survivor.typeId);
    const fields = Object.fromEntries(
      Object.entries({ ...survivor.fields, ...change.before }).filter(([, value]) => value !== null),
    );
    // Taken apart once more, each card is what it is now.
    const details: MergeDetails = {
      ...(change.details as MergeDetails), // as `merge` wrote it
      cards: cards.map((card) => ({ id: card.id, fields: card.fields })),
    };
    const into = { trashedAt: at, mergedInto: survivor.id };
    return planTogether(orgId, [
      mergeWrite(orgId, type, survivor, { fields, trashedAt: null }, "card.merge", settings, at, details),
      ...others.map((card) => mergeWrite(orgId, type, card, { fields: card.fields, ...into }, "card.merge", settings, at)),
    ]);
  });
  return answer(result, records);
}

const unmerge = procedure({
  name: "cards.unmerge",
  kind: "mutation",
  input: RecordRef,
  can: ["CARDS", "update"],
  run: ({ recordId }, context): Promise<ChangedCard> => unmergeRecord(recordId, context),
});

/** A merge of a card that can still be taken apart. */
export interface TakenIn {
  readonly recordId: RecordId;
  readonly at: string;
  readonly userId: UserId | null;
  /** Of the cards that were merged into it, as far as one may see them. */
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
      // Nothing happens to a merged card until it is taken apart: its newest record is the merge.
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

export const mergeProcedures = [mergePreview, merge, merges, unmergePreview, unmerge] as const;
