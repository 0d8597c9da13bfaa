/*
 * CSV export. Owns nothing of its own: files, operations and cards do.
 * Invariant: the file has exactly the cards that the list would count (or the chosen ones of them), read from one state of the replica from start to end.
 */
import * as z from "zod";
import { getCardType, relatedNames, scopeOf, streamCards } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import { type Card, CardIdSchema, CardQuerySchema, type Field } from "../cards/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import { forgetTemporary, storeLines } from "../files/index.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { inWords } from "../kernel/preset-names.ts";
import { procedure, requireRight } from "../kernel/procedure.ts";
import { wordsOf } from "../words.ts";
import { findOrganization, membersOf } from "../organizations/index.ts";
import { amendOperation, type RunningOperation, startOperation, starterOf } from "../operations/index.ts";
import { operationType } from "../operations/schema.ts";
import { findUser } from "../users/index.ts";
import { byteOrderMark, csvRecord } from "./csv.ts";

export { byteOrderMark, csvRecord, unguarded } from "./csv.ts";

const ExportInput = CardQuerySchema.required({ cardTypeId: true }).extend({
  /** Only these of the cards that the query selects. */
  cardIds: z.array(CardIdSchema).min(1).max(8_000).optional(),
  /** All but these. */
  exceptIds: z.array(CardIdSchema).max(8_000).default([]),
  /** The columns, in this order; by default every field of the type. */
  fieldIds: z.array(z.string()).min(1).max(200).optional(),
});
const exportOperation = operationType("export", ExportInput);

/** Checked when it is started and again when it runs. */
const exportRight = ["CARDS", "read"] as const;

const start = procedure({
  name: "cards.export",
  kind: "mutation",
  input: ExportInput,
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
  const { orgId } = operation;
  const query = exportOperation.jobOf(operation);
  const right = requireRight(exportRight, { actor, clock });
  const scope = await scopeOf(right);
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
  const fields = query.fieldIds
    ? query.fieldIds.flatMap((fieldId) => type.fields.find(({ id }) => id === fieldId) ?? [])
    : type.fields;
  let [selected, left, written] = [0, 0, 0];
  const except = new Set(query.exceptIds);
  async function* lines() {
    yield byteOrderMark + csvRecord(fields.map((field) => field.label));
    const counted = (total: number) => {
      selected = total;
    };
    for await (const streamed of streamCards(orgId, scope, query, query.cardIds, counted)) {
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
  const fileId = await storeLines(operation, "export", `${type.slug}.csv`, lines(), clock);
  try {
    await amendOperation(operation, {
      state: "done",
      total: selected - left,
      done: written,
      ...(fileId ? { resultFileId: fileId } : {}),
    });
  } catch (error) {
    // Canceled at the last moment, or another run was first: nobody would ever be shown the file.
    if (fileId && error instanceof KartisError && error.code === "PRECONDITION_FAILED") await forgetTemporary(orgId, fileId);
    throw error;
  }
  return true;
}

function cellsOf(card: Card, fields: readonly Field[], context: FieldContext, people: ReadonlyMap<unknown, string>): string[] {
  return fields.map((field) => {
    const value = card.fields[field.id];
    if (isEmpty(value)) return "";
    if (field.type === "user") return people.get(value) ?? "";
    return definitionOf(field.type).toText(value, settingsOf(field, context));
  });
}

export const exportProcedures = [start] as const;
