import {
  cardTypesOf,
  fieldContext,
  getCardType,
  inScope,
  readScopeOf,
  requireReferences,
  scopeOf,
  type StoredCard,
} from "../../cards/index.ts";
import { avatarField } from "../../cards/fields/avatar.ts";
import { definitionOf } from "../../cards/fields/registry.ts";
import { acceptValues, type FieldContext, fieldOfType } from "../../cards/rules.ts";
import type { CardType, FieldValues } from "../../cards/schema.ts";
import { instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { OrgContext, Right } from "../../kernel/procedure.ts";
import { seenIn } from "../../kernel/scope.ts";
import { type CardTask, outOfReach, runCardTasks } from "../card-tasks.ts";
import { changeCard } from "../change.ts";
import { previewOf, type Prospect, typesById } from "../preview.ts";
import type { BulkCardsJob, BulkPreview } from "../schema.ts";
import { selectedCards, selectedIds } from "../selected-cards.ts";
import { frozenIds } from "../selection.ts";
import type { BulkTarget } from "./definition.ts";

const rightTo = ({ kind }: BulkCardsJob["change"]): Right => ["CARDS", kind === "edit" ? "update" : "delete"];

export const cardTarget = (job: BulkCardsJob): BulkTarget => ({
  right: rightTo(job.change),
  requireSense: (context) => requireSense(job, context),
  preview: (context) => preview(job, context),
  async run(operation, context, runMs) {
    const { orgId, operationId } = operation;
    const { actor, clock, principal } = context;
    const [scope, fields] = await Promise.all([scopeOf(context), fieldContext(principal)]);
    const frozen = await frozenIds(operation, "crd", clock, () => selectedIds(job.selection, context, scope));
    async function* tasks(): AsyncGenerator<CardTask> {
      for (const cardId of frozen.ids)
        yield { cardId, scope, decide: (current, type, at) => changeCard(orgId, job.change, type, current, fields, at) };
    }
    return runCardTasks(frozen.operation, tasks(), {
      commitContext: {
        orgId,
        actor,
        clock,
        requestId: operationId,
        origin: "bulk",
        batchId: operationId,
        startsAutomations: job.startAutomations,
      },
      clock,
      runMs,
    });
  },
});

/** Throws INVALID_INPUT for values that no card would accept: of the selected type, or of any type. */
async function requireSense({ selection, change }: BulkCardsJob, context: OrgContext): Promise<void> {
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

async function preview(job: BulkCardsJob, context: OrgContext): Promise<BulkPreview> {
  const { orgId } = context.principal;
  const [scope, settings, types] = await Promise.all([
    scopeOf(context),
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
    for await (const cards of selectedCards(job.selection, context, seenIn(scope))) yield cards.map(prospect);
  }
  return previewOf(orgId, prospects());
}
