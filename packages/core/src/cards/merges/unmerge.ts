import type { JournalRecord } from "../../data/journal.ts";
import { changesOf } from "../../data/payloads.ts";
import { commitContextOf } from "../../data/commit.ts";
import { findRecord } from "../../data/journal-entity.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId, type RecordId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import { mergeWrite } from "../card-writes.ts";
import { answer, changeSetOfAll, mergeScopesOf, mergeWrites } from "./writes.ts";
import { secretsApart } from "../secrets/merged.ts";
import { type Attributed, type MergeDetails, unmergeFields } from "./rules.ts";
import { mergedInto } from "../replica/index.ts";
import type { FieldContext } from "../rules.ts";
import { type CardType, type ChangedCard, RecordRef } from "../schema.ts";
import { fieldContext } from "../scope.ts";
import { getCard, getCardType, type StoredCard } from "../store.ts";

/** A merge, as recorded in the journal. */
interface Merge {
  readonly details: MergeDetails;
  /** The survivor's values right after it. */
  readonly merged: Readonly<Record<string, unknown>>;
}

function mergeOf(record: JournalRecord | undefined): Merge {
  const change = changesOf(record?.changes ?? [], ["card.merge"]).find(({ details }) => details !== undefined);
  if (!change?.details) throw new KartisError("NOT_FOUND");
  const { details } = change;
  const merged = { ...details.cards[0]?.fields, ...change.after };
  return { details, merged: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) };
}

interface Apart {
  readonly type: CardType;
  readonly cards: readonly [StoredCard, ...StoredCard[]];
  readonly details: MergeDetails;
  readonly next: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[];
  readonly attributed: readonly Attributed[];
}

/** The cards as an unmerge would leave them now. Throws when the survivor is in the trash, has been merged again since, or another card is no longer merged. */
async function takeApart(recordId: RecordId, context: OrgContext): Promise<Apart> {
  const { orgId } = context.principal;
  const scopes = await mergeScopesOf(context);
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
  return { type, cards: [survivor, ...others], details, next, attributed };
}

export interface UnmergePreview {
  readonly typeId: CardType["id"];
  /** Future state of each card, the survivor first. */
  readonly cards: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[];
  /** The cards that values edited since the merge go to. */
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

/** Undoes a merge, whatever was edited since (merging.ts decides what goes where). */
export async function unmergeRecord(recordId: RecordId, context: OrgContext): Promise<ChangedCard> {
  const { orgId } = context.principal;
  const settings = await fieldContext(context.principal);
  const { result, records } = await commitMetered({ ...commitContextOf(context), causedBy: recordId }, async (at) => {
    const { type, cards, details, next, attributed } = await takeApart(recordId, context);
    const secrets = secretsApart(orgId, type, cards, details.sources, attributed);
    return changeSetOfAll(
      orgId,
      cards.map((card, index) =>
        mergeWrite(
          orgId,
          type,
          card,
          { fields: next[index]?.fields ?? card.fields, secrets: secrets[index] ?? card.secrets, trashedAt: null },
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

/** Redoes an undone merge exactly; refused once any of the cards was changed since. */
export async function remergeRecord(recordId: RecordId, context: OrgContext): Promise<ChangedCard> {
  const { orgId } = context.principal;
  const settings: FieldContext = await fieldContext(context.principal);
  const scopes = await mergeScopesOf(context);
  const record = await findRecord(orgId, recordId);
  const changes = changesOf(record?.changes ?? [], ["card.unmerge"]);
  const { result, records } = await commitMetered({ ...commitContextOf(context), causedBy: recordId }, async (at) => {
    const cards = await Promise.all(
      changes.map(async (change, index) => {
        const card = await getCard(orgId, index === 0 ? scopes.update : scopes.remove, change.subject.id);
        if (card.version !== change.version) throw new KartisError("CONFLICT", { messageKey: "errors.merge.changed" });
        return card;
      }),
    );
    const [survivor, ...others] = cards;
    const [change] = changes;
    if (!survivor || !change?.details) throw new KartisError("NOT_FOUND");
    const type = await getCardType(orgId, survivor.typeId);
    const fields = Object.fromEntries(
      Object.entries({ ...survivor.fields, ...change.before }).filter(([, value]) => value !== null),
    );
    const { sources } = change.details;
    // A value set on the survivor after the merge stayed with it in the unmerge, so it is found there again.
    const typed = Object.keys(fields).filter((fieldId) => !sources[fieldId]);
    const details: MergeDetails = {
      sources: { ...sources, ...Object.fromEntries(typed.map((fieldId) => [fieldId, [survivor.id]])) },
      // A further unmerge restores each card as it is now.
      cards: cards.map((card) => ({ id: card.id, fields: card.fields })),
    };
    return changeSetOfAll(orgId, mergeWrites(orgId, type, [survivor, ...others], { fields, details }, settings, at));
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

export const unmergeProcedures = [unmergePreview, unmerge] as const;
