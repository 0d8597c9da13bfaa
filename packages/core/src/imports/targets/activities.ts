import { languages } from "@kartis/i18n/languages.ts";
import { type Translate, translator } from "@kartis/i18n/translate.ts";
import type { ActivityWrite } from "../../activities/index.ts";
import { definitionOf } from "../../cards/fields/registry.ts";
import { bad, type Parsed } from "../../cards/fields/field.ts";
import { settingsOf } from "../../cards/rules.ts";
import type { Field } from "../../cards/schema.ts";
import type { ChangeSet } from "../../data/commit.ts";
import type { Language } from "../../identity/schema.ts";
import { maxRecordBytes } from "../../data/transaction.ts";
import { errorShape, KartisError } from "../../kernel/error.ts";
import { isId } from "../../kernel/id.ts";
import { dayOf } from "../../kernel/zoned-time.ts";
import { beginningOf } from "../../kernel/text.ts";
import { itemsInChunk, progress, type Reject, type RowChange, shownChanges } from "../../operations/index.ts";
import { type ChunkRow, isRefused } from "../runs/chunks.ts";
import { membersNamed, type ReadCells, readCells, refusal } from "../values/convert.ts";
import { alteredOf, rejectsOf, shownOf } from "../runs/report.ts";
import type { Importable, TargetField } from "../rules.ts";
import type { Row } from "../rows.ts";
import type { DayOrder } from "../../kernel/local-times.ts";
import type { CheckedRow } from "../schema.ts";
import { advanced, type Importer, type Importing, type ImportStage } from "./definition.ts";

/** Names that people give the columns that tasks and meetings share. */
export const sharedNames = {
  cardId: "customer, client, contact, company, related to, לקוח, איש קשר, חברה, ügyfél, cég, клиент, контакт, компания".split(
    ", ",
  ),
  description: "notes, note, details, comments, הערות, פרטים, megjegyzés, részletek, заметки, примечание, комментарий".split(
    ", ",
  ),
  location: "place, where, address, כתובת, cím, адрес".split(", "),
};

/** An accepted row: the input that creates its activity, and its preview. */
export interface AcceptedRow<Input> {
  readonly input: Input;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** One kind of activity that rows can become. */
export interface ActivityRows<Input> {
  target(t: Translate): Importable;
  /** Names that people give its columns and options besides those of the screens, by field, and for options by `field.option`. */
  readonly alsoNamed: Readonly<Record<string, readonly string[]>>;
  /** Reads a cell whose field is read otherwise than a card's; undefined for any other. */
  read(field: Field, cell: string, order: DayOrder, today: string): Parsed<unknown> | undefined;
  /** Converts the cells into input. Throws INVALID_INPUT with the problems by field. */
  accept(values: ReadCells["values"], importing: Importing, timeZone: string): AcceptedRow<Input>;
  /** Throws INVALID_INPUT. */
  create(input: Input, importing: Importing, at: string): ActivityWrite;
}

/** The target in the words of a reader, and known by its names in every language. */
export async function activityAsTarget(
  rows: Pick<ActivityRows<unknown>, "target" | "alsoNamed">,
  language: Language | null,
): Promise<Importable> {
  const inWordsOf = async (one: Language) => rows.target(await translator(one, { isolates: false }));
  const [shown, all] = await Promise.all([inWordsOf(language ?? "en"), Promise.all(languages.map(inWordsOf))]);
  const labels = (find: (fields: readonly TargetField[]) => string | undefined, name: string): string[] => [
    ...all.flatMap(({ fields }) => find(fields) ?? []),
    ...(rows.alsoNamed[name] ?? []),
  ];
  const named = (field: TargetField): TargetField => ({
    ...field,
    alsoNamed: labels((fields) => fields.find(({ id }) => id === field.id)?.label, field.id),
    options: field.options.map((option) => ({
      ...option,
      alsoNamed: labels(
        (fields) => fields.find(({ id }) => id === field.id)?.options.find(({ id }) => id === option.id)?.label,
        `${field.id}.${option.id}`,
      ),
    })),
  });
  return { ...shown, fields: shown.fields.map(named) };
}

const shownCharacters = 200;

/** Rows that each become an activity. */
export async function activityImporter<Input>(importing: Importing, rows: ActivityRows<Input>): Promise<Importer> {
  const { job, organization, language } = importing;
  const target = await activityAsTarget(rows, language);
  const timeZone = job.timeZone ?? organization.timeZone;
  // The same for all rows of a file, however long the import takes.
  const today = dayOf(importing.askedAtMs, timeZone);
  const accepted = new WeakMap<ChunkRow, AcceptedRow<Input>>();
  const reading = { fields: target.fields, mapping: job.mapping, region: organization.region, clears: false };
  return {
    target,
    // Nothing identifies an activity, so there are no doubles to remember.
    remembers: false,
    convert(row: Row): ChunkRow {
      if (row.error) return refusal(row.line, undefined, [{ fieldId: null, message: row.error, value: "" }]);
      const read = readCells(
        row,
        reading,
        (cell, field, order) => rows.read(field, cell, order, today) ?? readNamed(cell, field, importing),
      );
      const { values, wrong, texts, cells, alterations } = read;
      try {
        const made = rows.accept(values, importing, timeZone);
        if (wrong.length > 0) return refusal(row.line, cells, wrong);
        const good: ChunkRow = { line: row.line, values, cells, locks: [], ...(alterations.length > 0 ? { alterations } : {}) };
        accepted.set(good, made);
        return good;
      } catch (error) {
        return refusal(row.line, cells, [...wrong, ...reasonsOf(error, texts, wrong)]);
      }
    },
    lengthOf: (window) => window.length,
    make: async (stage, window, _, at) =>
      chunkOf(importing, stage, window, (row) => {
        const made = accepted.get(row);
        return made && { shown: made.shown, written: rows.create(made.input, importing, at) };
      }),
    check: async (window) =>
      window.map((row): CheckedRow => {
        if (isRefused(row)) return { line: row.line, outcome: "refused", errors: row.rejects, change: null };
        return { line: row.line, outcome: "create", errors: [], change: null };
      }),
  };
}

type Reason = Pick<Reject, "fieldId" | "message" | "value" | "part">;

/** Reasons for rejecting a row, besides known problems with its cells. Rethrows errors that are not about the row's values. */
function reasonsOf(error: unknown, texts: ReadonlyMap<string, string>, known: readonly Reason[]): Reason[] {
  if (!(error instanceof KartisError) || error.code !== "INVALID_INPUT") throw error;
  const { fields = {}, messageKey, params } = errorShape(error, "");
  const part = params?.["part"];
  const own = Object.entries(fields).map(([path, message]) => ({ fieldId: path.split(".")[0] ?? path, message }));
  const distinct = own.filter(({ fieldId }, at) => own.findIndex((other) => other.fieldId === fieldId) === at);
  const reasons = distinct
    .filter(({ fieldId }) => !known.some((reason) => reason.fieldId === fieldId))
    .map(({ fieldId, message }) => ({
      fieldId,
      message,
      value: texts.get(fieldId) ?? "",
      ...(part === undefined ? {} : { part: String(part) }),
    }));
  if (reasons.length + known.length > 0) return reasons;
  return [{ fieldId: null, message: messageKey ?? "errors.INVALID_INPUT.message", value: "" }];
}

/** People and cards by what one calls them, everything else as in a field of a card. */
function readNamed(cell: string, field: Field, { members, lookup, organization }: Importing): Parsed<unknown> {
  const { currency, region } = organization;
  if (field.type === "user") {
    const [found, second] = membersNamed(members, cell);
    if (second) return bad("validation.severalPeople");
    return found && found.suspendedAt === null ? { ok: true, value: found.userId } : bad("validation.person");
  }
  if (field.type === "cardRelation") {
    const exported = /<(\w+)>\s*$/.exec(cell)?.[1];
    if (isId("crd", exported) && lookup.mayName(field, exported)) return { ok: true, value: exported };
    // A name may have a semicolon in it, which in a field of cards would part two of them.
    const found = lookup.named(field, cell) ?? lookup.addressed(cell);
    if (found) return found === "several" ? bad("validation.severalCards") : { ok: true, value: found };
    const byId = definitionOf(field.type).fromText(cell, settingsOf(field, { currency, region }));
    const [cardId] = byId.ok && Array.isArray(byId.value) ? byId.value : [];
    return isId("crd", cardId) && lookup.mayName(field, cardId) ? { ok: true, value: cardId } : bad("validation.relatedCard");
  }
  return definitionOf(field.type).fromText(cell, settingsOf(field, { currency, region }));
}

/** Result of one row. */
interface Made {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly written: ActivityWrite;
}

/** The longest prefix of the rows that fits one transaction and one record, with its writes; in a dry run, what they would be. */
function chunkOf(
  importing: Importing,
  { operation }: ImportStage,
  window: readonly ChunkRow[],
  make: (row: ChunkRow) => Made | undefined,
): ChangeSet<ImportStage> {
  const { dryRun, clock } = importing;
  const made: (Made & { readonly line: number })[] = [];
  let [recordBytes, length] = [0, 0];
  for (const row of window) {
    const next = make(row);
    if (next) {
      recordBytes += Buffer.byteLength(JSON.stringify(next.written.change));
      if (made.length === itemsInChunk || (made.length > 0 && recordBytes > maxRecordBytes)) break;
      made.push({ ...next, line: row.line });
    }
    length++;
  }
  const taken = window.slice(0, length);
  const refused = taken.filter(isRefused);
  const altered = alteredOf(taken);
  const next = advanced(operation, {
    done: length,
    created: made.length,
    updated: 0,
    skipped: length - made.length - refused.length,
    failed: refused.length,
    altered: altered.length,
  });
  const examples = dryRun
    ? made.slice(0, Math.max(0, shownChanges - operation.created)).map(({ line, shown }) => exampleOf(line, shown))
    : [];
  const report = { examples, alterations: shownOf(operation, altered) };
  return {
    writes: [
      ...(dryRun ? [] : made.map(({ written }) => written.write)),
      ...progress(operation, next, rejectsOf(operation, refused), undefined, clock, report),
    ],
    records: dryRun || made.length === 0 ? [] : [{ changes: made.map(({ written }) => written.change) }],
    result: { operation: { ...operation, ...next }, keys: new Set(), taking: [], hasDuplicates: false },
  };
}

function exampleOf(line: number, shown: Made["shown"]): RowChange {
  const cut = (value: unknown) =>
    typeof value === "string" && value.length > shownCharacters ? `${beginningOf(value, shownCharacters)}…` : value;
  const after = Object.fromEntries(Object.entries(shown).map(([fieldId, value]) => [fieldId, cut(value)]));
  const title = after["title"];
  return { line, cardId: null, name: typeof title === "string" ? title : "", before: {}, after };
}
