/*
 * One change to many cards: editing, deleting, restoring. Owns nothing of its own: operations and cards do.
 * Invariant: every selected card is changed, unchanged because it already matched, or reported with its name and reason; the selection is one state of the
 * list. Records: chunks of card.* under origin "bulk" and the operation's id, which runs no automations and is undone as one.
 */
import {
  cardTypesOf,
  fieldContext,
  getCardType,
  findCards,
  readScopeOf,
  requireReferences,
  scopeOf,
  inScope,
  type StoredCard,
  streamCards,
  withFigures,
} from "../cards/index.ts";
import { avatarField } from "../cards/fields/avatar.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { acceptValues, type FieldContext, fieldOfType } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId, OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure, requireRight } from "../kernel/procedure.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { startOperation, starterOf } from "../operations/index.ts";
import { outOfReach } from "./card-tasks.ts";
import { changeCard, rightToChange } from "./change.ts";
import { previewOf, type Prospect, typesById } from "./preview.ts";
import { BulkInput, type BulkJob, bulkOperation, type BulkPreview } from "./schema.ts";

export { attempt, written } from "./change.ts";
export { type CardTask, type Outcome, outOfReach, runCardTasks } from "./card-tasks.ts";
export { previewOf, type Prospect } from "./preview.ts";
export { runBulk } from "./run.ts";
export { frozenIds } from "./selection.ts";

/** Throws INVALID_INPUT for values that no card would accept: of the selected type, or of any type. */
async function requireSense({ selection, change }: BulkJob, context: OrgContext): Promise<void> {
  const typeId = "query" in selection ? selection.query.cardTypeId : undefined;
  if (change.kind !== "edit") return;
  const { orgId } = context.principal;
  await requireSharable(orgId, change.fields);
  const settings = await fieldContext(context.principal);
  const types = typeId ? [await getCardType(orgId, typeId)] : await cardTypesOf(orgId);
  requireTaken(types, change.fields, settings);
  const acting = { orgId, userId: context.principal.userId, readScope: await readScopeOf(context) };
  for (const type of types) await requireReferences(acting, type, {}, change.fields);
}

function requireTaken(types: readonly CardType[], fields: FieldValues, settings: FieldContext): void {
  const wrong = Object.entries(fields).flatMap(([fieldId, value]): [string, string][] => {
    const having = types.filter((type) => fieldOfType(type, fieldId));
    const messages = having.map((type) => acceptValues(type, { [fieldId]: value }, settings).errors[fieldId]);
    return messages.includes(undefined) ? [] : [[fieldId, messages[0] ?? "validation.unknownField"]];
  });
  if (wrong.length > 0) throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(wrong) });
}

/**
 * A file belongs to one card, and a password is encrypted for one: both can be removed from many cards, but not set on many. The job is stored with the
 * operation, where a password must not be.
 */
async function requireSharable(orgId: OrgId, fields: FieldValues): Promise<void> {
  const known = new Map((await cardTypesOf(orgId)).flatMap((type) => type.fields.map((field) => [field.id, field])));
  const wrong = Object.keys(fields).filter((fieldId) => {
    const field = known.get(fieldId) ?? (fieldId === avatarField.id ? avatarField : undefined);
    if (!field || fields[fieldId] === null) return false;
    return definitionOf(field.type).ofOneCard === true;
  });
  if (wrong.length > 0)
    throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(wrong.map((id) => [id, "validation.oneCard"])) });
}

const windowSize = 1_000;

/** The selected cards that the actor sees, in their current state, a window at a time. */
async function* selected(
  { selection }: BulkJob,
  context: OrgContext,
  seen: Scope,
): AsyncGenerator<readonly (StoredCard | undefined)[]> {
  const { orgId } = context.principal;
  if ("cardIds" in selection) {
    const cardIds = [...new Set(selection.cardIds)];
    for (let at = 0; at < cardIds.length; at += windowSize) {
      const window = cardIds.slice(at, at + windowSize);
      const cards = await findCards(orgId, window);
      yield window.map((cardId) => {
        const card = cards.get(cardId);
        return card && inScope(seen, card) ? card : undefined;
      });
    }
    return;
  }
  const except = new Set(selection.exceptIds);
  for await (const cards of streamCards(orgId, await withFigures(context, seen, selection.query), selection.query)) {
    yield cards.filter(({ id }) => !except.has(id)).map((card) => ({ ...card, fieldVersions: {}, secrets: {} }));
  }
}

const preview = procedure({
  name: "bulk.preview",
  kind: "query",
  input: BulkInput,
  can: { member: "the permission is that of the change, and asked there" },
  async run(job, context): Promise<BulkPreview> {
    const admitted = { ...context, ...requireRight(rightToChange(job.change), context) };
    const { orgId } = context.principal;
    await requireSense(job, admitted);
    const [scope, settings, types] = await Promise.all([
      scopeOf(admitted),
      fieldContext(context.principal),
      cardTypesOf(orgId).then(typesById),
    ]);
    const at = instant(context.clock);
    const prospect = (current: StoredCard | undefined): Prospect => {
      const type = current && types.get(current.typeId);
      if (!current || !type) return { outcome: { refused: outOfReach(undefined) } };
      if (!inScope(scope, current)) return { current, outcome: { refused: outOfReach(current) } };
      return { current, outcome: changeCard(orgId, job.change, type, current, settings, at) };
    };
    async function* prospects() {
      for await (const cards of selected(job, admitted, seenIn(scope))) yield cards.map(prospect);
    }
    return previewOf(orgId, prospects());
  },
});

const start = procedure({
  name: "bulk.start",
  kind: "mutation",
  input: BulkInput,
  can: { member: "the permission is that of the change, and asked there and with each run" },
  whileImpersonating: false,
  async run(job, context): Promise<{ operationId: OperationId }> {
    const admitted = { ...context, ...requireRight(rightToChange(job.change), context) };
    const starter = starterOf(context);
    await requireSense(job, admitted);
    return { operationId: await startOperation(commitContextOf(context), bulkOperation, job, starter) };
  },
});

export const bulkProcedures = [preview, start] as const;
