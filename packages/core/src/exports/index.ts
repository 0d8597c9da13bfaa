/*
 * CSV export. Owns nothing of its own: files, operations and cards do.
 * Invariant: the file has exactly what the list would count (or the chosen ones of them), read from one state of the replica from start to end.
 */
import { getCardType, relatedNames, scopeOf, streamCards, withFigures } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type FigureId, isFigure, readsFigures } from "../cards/figures/schema.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import type { Card, Field } from "../cards/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { inWords } from "../kernel/preset-names.ts";
import { procedure, requireRight } from "../kernel/procedure.ts";
import { wordsOf } from "../words.ts";
import { findOrganization, membersOf } from "../organizations/index.ts";
import { amendOperation, type RunningOperation, startOperation, starterOf } from "../operations/index.ts";
import { findUser } from "../users/index.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { runMeetingExport, runTaskExport } from "./activities.ts";
import { byteOrderMark, csvRecord } from "./csv.ts";
import { type CardExport, ExportCardsInput, exportOperation } from "./schema.ts";
import { writeExport } from "./write.ts";

export { activityExportProcedures } from "./activities.ts";
export { byteOrderMark, csvRecord, unguarded } from "./csv.ts";

/** Checked when it is started and again when it runs. */
const exportRight = ["CARDS", "read"] as const;

const start = procedure({
  name: "cards.export",
  kind: "mutation",
  input: ExportCardsInput,
  can: exportRight,
  whileImpersonating: false,
  async run(query, context): Promise<{ operationId: OperationId }> {
    return { operationId: await startOperation(commitContextOf(context), exportOperation, query, starterOf(context)) };
  },
});

/**
 * Writes the file with what the actor may see now, and finishes the operation. Reads one state of the replica, so it is done in one run, and restarted from the
 * beginning after a crash.
 */
export async function runExport(operation: RunningOperation, actor: Actor, clock: Clock): Promise<boolean> {
  const job = exportOperation.jobOf(operation);
  if (!("of" in job)) await runCardExport(operation, job, actor, clock);
  else if (job.of === "tasks") await runTaskExport(operation, job.query, actor, clock);
  else await runMeetingExport(operation, job.query, actor, clock);
  return true;
}

async function runCardExport(operation: RunningOperation, query: CardExport, actor: Actor, clock: Clock): Promise<void> {
  const { orgId } = operation;
  const right = requireRight(exportRight, { actor, clock });
  const cardScope = await scopeOf(right);
  const scope = await withFigures({ ...right, clock }, cardScope, query);
  const [stored, organization, members, user] = await Promise.all([
    getCardType(orgId, query.cardTypeId),
    findOrganization(orgId),
    membersOf(orgId),
    findUser(operation.userId),
  ]);
  if (!organization) throw new KartisError("NOT_FOUND");
  const type = inWords(stored, await wordsOf(user?.language ?? null));
  const { currency, region } = organization;
  // People are written as their address, if the actor may know it: two may have the same name, and the import finds them by address.
  const knowsAddresses = right.principal.grants["ORGANIZATION.read"] !== undefined;
  const people = new Map<unknown, string>(members.map(({ userId, name, email }) => [userId, knowsAddresses ? email : name]));
  const fields: readonly (Field | FigureId)[] = query.fieldIds
    ? query.fieldIds.flatMap((fieldId): Field | FigureId | [] =>
        isFigure(fieldId) ? fieldId : (type.fields.find(({ id }) => id === fieldId) ?? []),
      )
    : type.fields;
  const t = await translator(user?.language ?? "en", { isolates: false });
  const shown = { ...query, withFigures: readsFigures({ fieldIds: query.fieldIds }) };
  let [selected, left, written] = [0, 0, 0];
  const except = new Set(query.exceptIds);
  async function* lines() {
    yield (
      byteOrderMark + csvRecord(fields.map((field) => (typeof field === "string" ? t(`fields.figure.${field}`) : field.label)))
    );
    const counted = (total: number) => {
      selected = total;
    };
    for await (const streamed of streamCards(orgId, scope, shown, query.cardIds, counted)) {
      const cards = streamed.filter(({ id }) => !except.has(id));
      left += streamed.length - cards.length;
      written += cards.length;
      const names = await relatedNames(
        orgId,
        scope,
        cards.map((card) => card.fields),
      );
      const settings = { currency, region, cardName: (cardId: CardId) => names[cardId]?.name };
      yield cards.map((card) => csvRecord(cellsOf(card, fields, settings, people))).join("");
      // A cancellation is noticed here.
      await amendOperation(operation, { total: selected - left, done: written });
    }
    // A file with a card missing is worse than none: nobody would notice.
    if (written !== selected - left) throw new Error(`An export of ${written} cards where ${selected - left} are counted`);
  }
  await writeExport(operation, `${type.slug}.csv`, lines(), () => ({ total: selected - left, done: written }), clock);
}

function cellsOf(
  card: Card,
  fields: readonly (Field | FigureId)[],
  context: FieldContext,
  people: ReadonlyMap<unknown, string>,
): string[] {
  return fields.map((field) => {
    if (typeof field === "string") return String(card.figures?.[field] ?? "");
    const value = card.fields[field.id];
    if (isEmpty(value)) return "";
    if (field.type === "user") return people.get(value) ?? "";
    return definitionOf(field.type).toText(value, settingsOf(field, context));
  });
}

export const exportProcedures = [start] as const;
