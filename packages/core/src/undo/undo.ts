import {
  type CardWrite,
  fieldContext,
  getCard,
  getCardType,
  lockHolders,
  lockWritesOf,
  recordsOfCard,
  remergeRecord,
  scopeOf,
  unmergeRecord,
  visible,
} from "../cards/index.ts";
import type { Card, CardType } from "../cards/schema.ts";
import type { Change } from "../data/journal.ts";
import { findRecord } from "../data/journal-entity.ts";
import type { ActorRef } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { inWords } from "../kernel/preset-names.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { wordsOf } from "../words.ts";
import { withoutDeadFiles } from "./files.ts";
import { undoTemplates } from "../message-templates/index.ts";
import { namesOf } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { undoMoveOfChat } from "../activities/index.ts";
import { undoActivities } from "./activities.ts";
import { undoViews } from "./views.ts";
import { type Obstacle, rightToUndo, type SkippedField, undoing } from "./inverse.ts";

/** The outcome of undoing a record. */
export interface Undone {
  /** The record that undoes the undo; null when nothing had to change. */
  readonly recordId: RecordId | null;
  /** The cards as they are now; none where it was about something else. */
  readonly cards: readonly Card[];
  /** Fields that stay as they are. */
  readonly skipped: readonly SkippedField[];
}

/**
 * Undoes a record, all of it or nothing, by an ordinary commit. Needs the permission for what the inverse does, within the actor's scope. Throws NOT_FOUND;
 * CONFLICT naming the fields changed since and by whom; PRECONDITION_FAILED for what cannot be undone.
 */
export async function undoRecord(recordId: RecordId, context: OrgContext): Promise<Undone> {
  const { principal, actor, clock, requestId } = context;
  const { orgId } = principal;
  const record = await findRecord(orgId, recordId);
  if (!record) throw new KartisError("NOT_FOUND");
  if (record.changes.some(({ erased }) => erased))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.erased" });
  const [first] = record.changes;
  if (first?.action === "card.merge" || first?.action === "card.unmerge") return undoMerge(first, recordId, context);
  if (record.changes.every(({ subject }) => subject.kind === "activity"))
    return { recordId: await undoActivities(record, context), cards: [], skipped: [] };
  if (record.changes.every(({ subject }) => subject.kind === "template")) {
    const changes = await Promise.all(record.changes.map((change) => withoutDeadFiles(orgId, change)));
    return { recordId: await undoTemplates({ ...record, changes }, context), cards: [], skipped: [] };
  }
  if (record.changes.every(({ subject }) => subject.kind === "view"))
    return { recordId: await undoViews(record, context), cards: [], skipped: [] };
  if (record.changes.every(({ subject }) => subject.kind === "automation")) {
    // Lazy: few undos need it, and the API's bundle has a budget.
    const { undoAutomation } = await import("../automations/index.ts");
    return { recordId: await undoAutomation(record, context), cards: [], skipped: [] };
  }
  if (record.changes.every(({ subject }) => subject.kind === "leadForm")) {
    const { undoLeadForm } = await import("../lead-forms/index.ts");
    return { recordId: await undoLeadForm(record, context), cards: [], skipped: [] };
  }
  if (record.changes.every(({ action }) => action === "chat.move"))
    return { recordId: await undoMoveOfChat(record, context), cards: [], skipped: [] };
  if (record.changes.every(({ subject }) => subject.kind === "chat")) {
    const { undoUpdate } = await import("../chats/index.ts");
    return { recordId: await undoUpdate(record, context), cards: [], skipped: [] };
  }
  if (record.changes.every(({ subject }) => subject.kind === "call")) {
    const { undoHandling } = await import("../voip/index.ts");
    return { recordId: await undoHandling(record, context), cards: [], skipped: [] };
  }
  const settings = await fieldContext(principal);
  const scopes = await Promise.all(
    record.changes.map(async (change) => {
      const right = rightToUndo(change);
      if (!right) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
      return scopeOf({ ...context, ...requireRight(right, context) });
    }),
  );
  const { result, records } = await commitMetered(
    { orgId, actor, clock, requestId, origin: "undo", causedBy: recordId },
    async (at) => {
      const cards: Card[] = [];
      const skipped: SkippedField[] = [];
      const cardWrites: CardWrite[] = [];
      for (const [index, recorded] of record.changes.entries()) {
        const change = await withoutDeadFiles(orgId, recorded);
        const scope = scopes[index];
        const cardId = change.subject.id;
        if (!scope || !isId("crd", cardId)) throw new KartisError("NOT_FOUND");
        const current = await getCard(orgId, scope, cardId);
        const type = await getCardType(orgId, current.typeId);
        let undone = undoing(orgId, type, current, change, settings, at);
        if (
          !undone.ok &&
          (undone.obstacle.kind === "changed" || undone.obstacle.kind === "moved") &&
          change.action !== "card.update"
        ) {
          // A change that nobody else has touched since may be undone whole.
          const others = await changersSince(orgId, cardId, recordId);
          if (others.every(({ actor: { id } }) => id === record.actor.id))
            undone = undoing(orgId, type, current, change, settings, at, true);
        }
        if (!undone.ok) throw await refusal(orgId, type, change, recordId, undone.obstacle, record.actor, context.language);
        cards.push(visible(undone.cardWrite?.card ?? current));
        skipped.push(...undone.skipped);
        if (undone.cardWrite) cardWrites.push(undone.cardWrite);
      }
      const holders = await lockHolders(orgId, cardWrites);
      return {
        writes: cardWrites.flatMap((cardWrite) => [...cardWrite.writes, ...lockWritesOf(orgId, cardWrite, holders)]),
        records: cardWrites.length > 0 ? [{ changes: cardWrites.map(({ change }) => change) }] : [],
        result: { cards, skipped },
      };
    },
  );
  return { recordId: records[0]?.id ?? null, ...result };
}

/** A merge is taken apart, and the taking apart merged again. The cards of one that was undone already, perhaps by a call at the same time, stay as they are. */
async function undoMerge({ action, subject }: Change, recordId: RecordId, context: OrgContext): Promise<Undone> {
  const undoneBy = action === "card.merge" ? unmergeRecord : remergeRecord;
  try {
    const { recordId: newRecordId, ...card } = await undoneBy(recordId, { ...context, origin: "undo" });
    return { recordId: newRecordId, cards: [card], skipped: [] };
  } catch (error) {
    const { orgId } = context.principal;
    if (!isId("crd", subject.id)) throw error;
    const [latest] = await recordsOfCard(orgId, subject.id);
    const since = latest ? await findRecord(orgId, latest) : undefined;
    if (since?.origin !== "undo" || since.causedBy !== recordId) throw error;
    const scope = await scopeOf({ ...context, ...requireRight(["CARDS", "update"], context) });
    return { recordId: null, cards: [visible(await getCard(orgId, scope, subject.id))], skipped: [] };
  }
}

interface Changer {
  readonly actor: ActorRef;
  readonly fieldIds: readonly string[];
}

/** People who changed the card after the record, newest first. Used in messages only: the card itself decides what can be undone. */
async function changersSince(orgId: OrgId, cardId: CardId, recordId: RecordId): Promise<Changer[]> {
  const later = (await recordsOfCard(orgId, cardId)).filter((id) => id > recordId).slice(0, 20);
  const records = await Promise.all(later.map((id) => findRecord(orgId, id)));
  return records.flatMap((record) =>
    (record?.changes ?? [])
      .filter(({ subject, action }) => subject.id === cardId && action !== "replica.repair")
      .map(({ after }) => ({ actor: record?.actor ?? { kind: "system", id: "" }, fieldIds: Object.keys(after ?? {}) })),
  );
}

async function refusal(
  orgId: OrgId,
  type: CardType,
  change: Change,
  recordId: RecordId,
  obstacle: Obstacle,
  by: ActorRef,
  language: OrgContext["language"],
): Promise<KartisError> {
  switch (obstacle.kind) {
    case "irreversible":
      return new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
    case "trashed":
      return new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.trashed" });
    case "refused": {
      const fields = Object.fromEntries(obstacle.skipped.map(({ fieldId, reason }) => [fieldId, reason]));
      return new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.refused", fields });
    }
    case "moved":
    case "changed": {
      const fieldIds = obstacle.kind === "changed" ? obstacle.fieldIds : [];
      const { subject } = change;
      const changers = isId("crd", subject.id) ? await changersSince(orgId, subject.id, recordId) : [];
      const touched = (changer: Changer) => fieldIds.length === 0 || changer.fieldIds.some((id) => fieldIds.includes(id));
      // Somebody else's change is more worth reporting than the caller's own.
      const changer = changers.find((one) => touched(one) && one.actor.id !== by.id) ?? changers.find(touched);
      const name = changer && (await namesOf(orgId)).get(changer.actor.id);
      const { fields: named } = inWords(type, await wordsOf(language));
      const labels = named.filter(({ id }) => fieldIds.includes(id)).map(({ label }) => label);
      const params = { name: name ?? "", fields: labels.join(", ") };
      const messageKey = obstacle.kind === "moved" ? "errors.undo.moved" : name ? "errors.undo.changedBy" : "errors.undo.changed";
      const fields = Object.fromEntries(fieldIds.map((fieldId) => [fieldId, "validation.changedMeanwhile"]));
      return new KartisError("CONFLICT", { messageKey, params, fields });
    }
  }
}
